package dev.evenkeel.benchmarks.canned;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The SDK's own clients over canned HTTP clients: marshalling, signing and parsing are real. */
public final class CannedClients {
  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("canned", "canned"));

  private CannedClients() {}

  /**
   * A sync client whose HTTP client answers on the calling thread.
   *
   * @param delay how long each request takes, zero for no time
   */
  public static DynamoDbClient sync(
      CannedAnswers answering, Duration delay, ExecutionInterceptor... interceptors) {
    return configured(DynamoDbClient.builder())
        .overrideConfiguration(c -> c.executionInterceptors(List.of(interceptors)))
        .httpClient(new CannedHttpClient(answering, delay))
        .build();
  }

  /** An async client, to be closed by the caller; closing it ends the HTTP client's threads. */
  public static DynamoDbAsyncClient async(CannedAnswers answering, Duration delay) {
    return configured(DynamoDbAsyncClient.builder())
        .httpClientBuilder(defaults -> new CannedAsyncHttpClient(answering, delay))
        .build();
  }

  private static <B extends AwsClientBuilder<B, C>, C> B configured(B builder) {
    return builder
        .region(Region.US_EAST_1)
        .endpointOverride(URI.create("http://canned.invalid"))
        .credentialsProvider(CREDENTIALS);
  }
}
