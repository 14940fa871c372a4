package dev.evenkeel.jobs.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;

class RolesTest {
  private static final String ROLE = "arn:aws:iam::123456789012:role/evenkeel";

  /** AWS, the API reference of AssumeRole. */
  private static final String ANSWER =
      """
      <AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleResult>
          <Credentials>
            <AccessKeyId>role-id</AccessKeyId>
            <SecretAccessKey>role-secret</SecretAccessKey>
            <SessionToken>role-token</SessionToken>
            <Expiration>2199-01-01T00:00:00Z</Expiration>
          </Credentials>
        </AssumeRoleResult>
      </AssumeRoleResponse>
      """;

  @Test
  void credentials_ofARole_areThoseThatStsGives() throws IOException {
    List<String> asked = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(
              URLDecoder.decode(
                  new String(exchange.getRequestBody().readAllBytes(), UTF_8), UTF_8));
          byte[] answer = ANSWER.getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try (StsClient sts =
        StsClient.builder()
            .region(Region.EU_CENTRAL_1)
            .endpointOverride(URI.create("http://localhost:" + server.getAddress().getPort()))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
            .build()) {
      AwsCredentials credentials = Roles.assumed(ROLE, sts).resolveCredentials();

      assertThat(credentials).isInstanceOf(AwsSessionCredentials.class);
      assertThat(credentials.accessKeyId()).isEqualTo("role-id");
      assertThat(asked)
          .singleElement()
          .asString()
          .contains("Action=AssumeRole", "RoleArn=" + ROLE, "RoleSessionName=evenkeel");
    } finally {
      server.stop(0);
    }
  }
}
