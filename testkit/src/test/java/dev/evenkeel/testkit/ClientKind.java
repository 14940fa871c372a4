package dev.evenkeel.testkit;

import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.ExportSimulator;
import dev.evenkeel.testkit.fault.FaultInjector;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The kinds of SDK client, each called as a sync client, so that one test runs over both. */
public enum ClientKind {
  SYNC,
  ASYNC;

  /** A client that retries as the SDK does by default. */
  public DynamoDbClient retrying(LocalDynamoDb local, FaultInjector faults) {
    return switch (this) {
      case SYNC -> local.client(faults.httpClientBuilder());
      case ASYNC -> JoinedClient.of(local.asyncClient(faults.asyncHttpClientBuilder()));
    };
  }

  /** A client that retries as the SDK does by default. */
  public S3Client retrying(LocalS3 local, FaultInjector faults) {
    return switch (this) {
      case SYNC -> local.client(faults.httpClientBuilder());
      case ASYNC -> JoinedClient.of(local.asyncClient(faults.asyncHttpClientBuilder()));
    };
  }

  /** A client of which each call is one request. */
  public DynamoDbClient client(LocalDynamoDb local, FaultInjector faults) {
    return switch (this) {
      case SYNC ->
          withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()));
      case ASYNC ->
          JoinedClient.of(
              withoutRetries(
                  local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())));
    };
  }

  /** A client of which each call is one request. */
  public S3Client client(LocalS3 local, FaultInjector faults) {
    return switch (this) {
      case SYNC ->
          withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()));
      case ASYNC ->
          JoinedClient.of(
              withoutRetries(
                  local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())));
    };
  }

  public DynamoDbClient of(ControlPlaneSimulator simulator) {
    return switch (this) {
      case SYNC -> simulator.client();
      case ASYNC -> JoinedClient.of(simulator.asyncClient());
    };
  }

  public DynamoDbClient of(ExportSimulator simulator) {
    return switch (this) {
      case SYNC -> simulator.client();
      case ASYNC -> JoinedClient.of(simulator.asyncClient());
    };
  }

  private static <B extends AwsClientBuilder<B, C>, C> C withoutRetries(B builder) {
    return builder
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }
}
