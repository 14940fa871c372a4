package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A failed condition as its caller may see it. */
final class FailedCondition {
  private FailedCondition() {}

  /**
   * The failure with the item as callers see it, or without it if that was not asked for, or if a
   * value of it cannot be read, which is suppressed in the failure then. The raw response is left
   * out, for it holds the item as it is stored.
   */
  static <T> Flow<T> told(
      Throwable failure,
      boolean itemWanted,
      ChunkedTable table,
      Map<String, AttributeValue> key,
      Returned returned) {
    if (!(failure instanceof ConditionalCheckFailedException failed) || !failed.hasItem()) {
      return Flow.failed(failure);
    }
    if (!itemWanted) {
      return Flow.failed(with(failed, null));
    }
    return returned
        .logical(table, key, failed.item())
        .map(item -> with(failed, item))
        .recover(lost -> Flow.of(without(failed, lost)))
        .then(Flow::failed);
  }

  /** Whoever handles a failed condition has to see one, though its item cannot be shown. */
  private static ConditionalCheckFailedException without(
      ConditionalCheckFailedException failed, Throwable lost) {
    ConditionalCheckFailedException told = with(failed, null);
    told.addSuppressed(lost);
    return told;
  }

  private static ConditionalCheckFailedException with(
      ConditionalCheckFailedException failed, @Nullable Map<String, AttributeValue> item) {
    ConditionalCheckFailedException.Builder builder = failed.toBuilder().item(item);
    AwsErrorDetails details = failed.awsErrorDetails();
    if (details != null) {
      builder.awsErrorDetails(details.toBuilder().rawResponse(null).build());
    }
    ConditionalCheckFailedException told = builder.build();
    told.setStackTrace(failed.getStackTrace());
    return told;
  }
}
