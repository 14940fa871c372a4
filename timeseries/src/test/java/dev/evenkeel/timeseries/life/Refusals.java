package dev.evenkeel.timeseries.life;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** DynamoDB's refusals. */
final class Refusals {
  private Refusals() {}

  static DynamoDbException denied() {
    return refused("AccessDeniedException", "not authorized to perform this");
  }

  static DynamoDbException refused(String code, String message) {
    AwsErrorDetails details =
        AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
    return (DynamoDbException)
        DynamoDbException.builder().awsErrorDetails(details).statusCode(400).build();
  }
}
