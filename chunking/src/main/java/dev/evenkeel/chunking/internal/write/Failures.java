package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Classifies failures of writes. */
public final class Failures {
  private static final int CLIENT_ERRORS_FROM = 400;
  private static final int SERVER_ERRORS_FROM = 500;

  private static final Integer ONE = 1;

  /** DynamoDB's words for an update after which its item would have more than 400 KB. */
  private static final String ITEM_SIZE = "Item size to update has exceeded";

  private Failures() {}

  /**
   * A sweep gave the write up.
   *
   * @param table its name, or several
   */
  public static ChunkingException abandoned(String table) {
    return new ChunkingException(
        Reason.WRITE_ABANDONED,
        "A write to table '%s' took longer than the grace and was given up by a sweep; nothing was written. Repeat it, or raise the grace above what the slowest write takes."
            .formatted(table),
        null);
  }

  /**
   * The item was changed by others at each attempt.
   *
   * @param table its name, or several
   */
  public static ChunkingException contended(String table, int attempts) {
    return new ChunkingException(
        Reason.WRITE_CONTENDED,
        "A write to table '%s' found its item changed by others %d times in a row; nothing was written. Repeat it, or have fewer writers at a time replace its large values, or change what an update computes from where it returns new values."
            .formatted(table, attempts),
        null);
  }

  /**
   * Whether a write may have been made although it failed, or may still be made: a lost answer, an
   * error of the server, a transaction under way, or one whose repetition has become another
   * request, since its items are moved. A write that DynamoDB answers with another client error was
   * not made.
   */
  public static boolean isAmbiguous(Throwable failure) {
    if (failure instanceof TransactionInProgressException
        || failure instanceof IdempotentParameterMismatchException) {
      return true;
    }
    return !(failure instanceof AwsServiceException service
        && service.statusCode() >= CLIENT_ERRORS_FROM
        && service.statusCode() < SERVER_ERRORS_FROM);
  }

  /** Whether the SDK had sent nothing of it before, so that what failed is all that there was. */
  public static boolean isSentOnce(Throwable failure) {
    return failure instanceof SdkException sdk && ONE.equals(sdk.numAttempts());
  }

  /**
   * Whether DynamoDB refused an update because its item would be too large. Not if the SDK had sent
   * it before, since the first may have been made, and made the item larger.
   */
  static boolean isOfItemSize(Throwable failure) {
    return failure instanceof DynamoDbException refused
        && isSentOnce(refused)
        && String.valueOf(refused.getMessage()).contains(ITEM_SIZE);
  }

  /** The same of an action of a cancelled transaction, of which nothing was made. */
  public static boolean isOfItemSize(CancellationReason reason) {
    return String.valueOf(reason.message()).contains(ITEM_SIZE);
  }

  /** Another try of what failed, which fails as before if it is refused before anything is sent. */
  public static <T> Flow<T> unlessRefused(Flow<T> again, Throwable before) {
    return again.recover(
        failure ->
            failure instanceof RefusedOperationException
                || LargeValueException.is(failure, LargeValueException.Reason.TOO_LARGE),
        refused -> {
          before.addSuppressed(refused);
          return Flow.failed(before);
        });
  }

  /**
   * Whether a condition failed because the item has something else outside than it was seen with.
   * If it has the same, the caller's own condition failed.
   */
  static boolean isOfLock(Throwable failure, ItemSnapshot snapshot, Collection<String> attributes) {
    return failure instanceof ConditionalCheckFailedException failed
        && !snapshot.isStill(failed.item(), attributes);
  }

  /**
   * The reasons of a cancelled transaction as what a plain write fails with (AWS,
   * "TransactWriteItems", cancellation reasons). The callers of a put did not ask for a
   * transaction.
   */
  public static final class CancellationReasons {
    private static final String CONDITION = "ConditionalCheckFailed";
    private static final String CONFLICT = "TransactionConflict";
    private static final int BAD_REQUEST = 400;

    private CancellationReasons() {}

    static DynamoDbException asOfOneItem(
        CancellationReason reason, TransactionCanceledException canceled) {
      String code = String.valueOf(reason.code());
      DynamoDbException.Builder builder =
          switch (code) {
            case CONDITION -> ConditionalCheckFailedException.builder().item(reason.item());
            case CONFLICT -> TransactionConflictException.builder();
            case "ItemCollectionSizeLimitExceeded" ->
                ItemCollectionSizeLimitExceededException.builder();
            case "ProvisionedThroughputExceeded" ->
                ProvisionedThroughputExceededException.builder();
            default -> DynamoDbException.builder();
          };
      builder.message(reason.message());
      builder.requestId(canceled.requestId());
      builder.numAttempts(canceled.numAttempts());
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
}
