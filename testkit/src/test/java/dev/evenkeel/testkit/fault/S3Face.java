package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.LocalS3;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/** Lets one test run over the sync and the async client of S3. */
enum S3Face {
  SYNC {
    @Override
    S3Client retrying(LocalS3 local, FaultInjector faults) {
      return local.client(faults.httpClientBuilder());
    }

    @Override
    S3Client client(LocalS3 local, FaultInjector faults) {
      return withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()));
    }
  },
  ASYNC {
    @Override
    S3Client retrying(LocalS3 local, FaultInjector faults) {
      return new JoinedS3(local.asyncClient(faults.asyncHttpClientBuilder()));
    }

    @Override
    S3Client client(LocalS3 local, FaultInjector faults) {
      return new JoinedS3(
          withoutRetries(
              local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())));
    }
  };

  /** A client that retries as the SDK does by default. */
  abstract S3Client retrying(LocalS3 local, FaultInjector faults);

  /** A client of which each call is one request. */
  abstract S3Client client(LocalS3 local, FaultInjector faults);

  private static <B extends AwsClientBuilder<B, C>, C> C withoutRetries(B builder) {
    return builder
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }
}
