package dev.evenkeel.timeseries.spec.internal.lifecycle;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * A local engine does not know the operation. DynamoDB at AWS knows all of them, so whoever talks
 * to it never meets this failure, whatever the service says.
 */
public final class LackingEngineException extends DynamoDbException {
  private static final long serialVersionUID = 1L;

  private LackingEngineException(Builder builder) {
    super(builder);
  }

  /** The same failure, if it says so; else the failure as it is. */
  public static DynamoDbException told(DynamoDbException said) {
    if (!Refusals.isUnknown(said)) {
      return said;
    }
    return new LackingEngineException(
        DynamoDbException.builder()
            .awsErrorDetails(said.awsErrorDetails())
            .statusCode(said.statusCode())
            .requestId(said.requestId())
            .message(said.getMessage())
            .cause(said));
  }
}
