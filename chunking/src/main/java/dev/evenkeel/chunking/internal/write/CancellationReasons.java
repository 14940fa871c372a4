package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.core.pace.Cancellations;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * The reasons of a cancelled transaction as what a plain write fails with (AWS,
 * "TransactWriteItems", cancellation reasons). The callers of a put did not ask for a transaction.
 */
public final class CancellationReasons {
  private static final String CONDITION = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";
  private static final int BAD_REQUEST = 400;

  private CancellationReasons() {}

  public static boolean isFailure(CancellationReason reason) {
    return Cancellations.isCause(reason);
  }

  public static boolean isCondition(CancellationReason reason) {
    return CONDITION.equals(reason.code());
  }

  static DynamoDbException asOfOneItem(
      CancellationReason reason, TransactionCanceledException canceled) {
    String code = String.valueOf(reason.code());
    DynamoDbException.Builder builder =
        switch (code) {
          case CONDITION -> ConditionalCheckFailedException.builder().item(reason.item());
          case CONFLICT -> TransactionConflictException.builder();
          case "ItemCollectionSizeLimitExceeded" ->
              ItemCollectionSizeLimitExceededException.builder();
          case "ProvisionedThroughputExceeded" -> ProvisionedThroughputExceededException.builder();
          default -> DynamoDbException.builder();
        };
    builder.message(reason.message());
    builder.requestId(canceled.requestId());
    builder.statusCode(BAD_REQUEST);
    builder.awsErrorDetails(
        AwsErrorDetails.builder()
            .errorCode(errorCode(code))
            .errorMessage(reason.message())
            .serviceName(serviceName(canceled))
            .build());
    return (DynamoDbException) builder.build();
  }

  /** The error codes of plain requests. */
  private static String errorCode(String reason) {
    return switch (reason) {
      case "ValidationError" -> "ValidationException";
      case "ThrottlingError" -> "ThrottlingException";
      default -> reason + "Exception";
    };
  }

  private static @Nullable String serviceName(TransactionCanceledException canceled) {
    AwsErrorDetails details = canceled.awsErrorDetails();
    return details == null ? null : details.serviceName();
  }
}
