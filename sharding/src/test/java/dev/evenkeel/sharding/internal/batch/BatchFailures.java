package dev.evenkeel.sharding.internal.batch;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Failures as the SDK makes them. */
final class BatchFailures {
  private BatchFailures() {}

  static Throwable throttled() {
    return ProvisionedThroughputExceededException.builder()
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
        .build();
  }
}
