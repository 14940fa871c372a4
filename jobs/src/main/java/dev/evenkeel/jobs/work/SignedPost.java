package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;

/**
 * Calls an AWS service without its SDK client, where one operation is all that is wanted of it: the
 * SDK signs the request with its credentials. Safe for use by several threads.
 *
 * @param name of the service, for messages
 * @param signing the service's name in signatures
 * @param remedy a sentence on the rights that are needed
 */
record SignedPost(
    String name,
    String signing,
    Region region,
    URI endpoint,
    IdentityProvider<? extends AwsCredentialsIdentity> credentials,
    String remedy) {
  private static final int OK = 200;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  /**
   * Sends a body and returns the answer's.
   *
   * @throws JobException if the service does not answer with 200; what it says is in the message
   */
  String send(Map<String, String> headers, String body) {
    try {
      HttpResponse<String> answer = HTTP.send(signed(headers, body), BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new JobException(
            "%s answered %d: %s. %s".formatted(name, answer.statusCode(), answer.body(), remedy));
      }
      return answer.body();
    } catch (IOException e) {
      throw new JobException("%s could not be reached: %s".formatted(name, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("interrupted while %s was asked".formatted(name), e);
    }
  }

  private AwsCredentialsIdentity identity() {
    try {
      return credentials.resolveIdentity().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException own ? own : e;
    }
  }

  private HttpRequest signed(Map<String, String> headers, String body) {
    SdkHttpRequest.Builder plain =
        SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(endpoint);
    headers.forEach(plain::putHeader);
    byte[] bytes = body.getBytes(UTF_8);
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(
                r ->
                    r.identity(identity())
                        .request(plain.build())
                        .payload(() -> new ByteArrayInputStream(bytes))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, signing)
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint).timeout(TIMEOUT).POST(BodyPublishers.ofByteArray(bytes));
    signed
        .request()
        .forEachHeader(
            (header, values) -> {
              if (!header.equalsIgnoreCase("Host")) {
                values.forEach(value -> request.header(header, value));
              }
            });
    return request.build();
  }
}
