package dev.evenkeel.chunking.internal.write;

import java.util.Collection;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** What failures of writes mean. */
public final class Failures {
  private static final int CLIENT_ERRORS_FROM = 400;
  private static final int SERVER_ERRORS_FROM = 500;

  private Failures() {}

  /**
   * Whether a write may have been made although it failed, or may still be made: a lost answer, an
   * error of the server, a transaction under way. What DynamoDB says is the client's error, it has
   * not made.
   */
  public static boolean isAmbiguous(Throwable failure) {
    if (failure instanceof TransactionInProgressException) {
      return true;
    }
    return !(failure instanceof AwsServiceException service
        && service.statusCode() >= CLIENT_ERRORS_FROM
        && service.statusCode() < SERVER_ERRORS_FROM);
  }

  /**
   * Whether a condition failed because the item has something else outside than it was seen with.
   * If it has the same, the caller's own condition failed.
   */
  static boolean isOfPins(Throwable failure, ItemSnapshot seen, Collection<String> attributes) {
    return failure instanceof ConditionalCheckFailedException failed
        && !new ItemSnapshot(seen.table(), failed.item()).hasThePayloadsOf(seen, attributes);
  }
}
