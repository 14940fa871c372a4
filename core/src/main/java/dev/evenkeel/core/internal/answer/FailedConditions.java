package dev.evenkeel.core.internal.answer;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Failed conditions with another item. */
public final class FailedConditions {
  private FailedConditions() {}

  /**
   * The failed condition with another item, or none: otherwise the same exception, with its stack
   * trace and suppressed exceptions. The raw response goes too: it holds the item as it is stored.
   */
  public static ConditionalCheckFailedException withItem(
      ConditionalCheckFailedException failed, @Nullable Map<String, AttributeValue> item) {
    ConditionalCheckFailedException.Builder changed = failed.toBuilder().item(item);
    AwsErrorDetails details = failed.awsErrorDetails();
    if (details != null) {
      changed.awsErrorDetails(details.toBuilder().rawResponse(null).build());
    }
    ConditionalCheckFailedException failure = changed.build();
    failure.setStackTrace(failed.getStackTrace());
    for (Throwable suppressed : failed.getSuppressed()) {
      failure.addSuppressed(suppressed);
    }
    return failure;
  }
}
