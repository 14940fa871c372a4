package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.core.internal.answer.FailedConditions;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * The answer to a write: returned attributes as the caller wrote them, consumed capacity, and a
 * failed condition.
 *
 * @param operation the SDK's operation name
 */
public record ReturnValues(String operation, TableStores stores) {
  /** What DynamoDB takes for a put or a delete. */
  public static final List<ReturnValue> OF_OLD_ITEMS =
      List.of(ReturnValue.NONE, ReturnValue.ALL_OLD);

  /** What DynamoDB takes for an update. */
  public static final List<ReturnValue> OF_UPDATES = List.copyOf(ReturnValue.knownValues());

  /**
   * Refuses return values that DynamoDB refuses: it may never see them, since what is sent asks for
   * other ones.
   */
  public static void require(
      Call call, @Nullable String wanted, List<ReturnValue> allowed, @Nullable String onFailure) {
    if (isGiven(wanted) && !allowed.contains(ReturnValue.fromValue(wanted))) {
      throw call.invalid("ReturnValues is '%s'".formatted(wanted), "It may be one of " + allowed);
    }
    var known = ReturnValuesOnConditionCheckFailure.knownValues();
    if (isGiven(onFailure)
        && !known.contains(ReturnValuesOnConditionCheckFailure.fromValue(onFailure))) {
      throw call.invalid(
          "ReturnValuesOnConditionCheckFailure is '%s'".formatted(onFailure),
          "It may be NONE or ALL_OLD");
    }
  }

  /** DynamoDB takes an empty text for none. */
  private static boolean isGiven(@Nullable String wanted) {
    return wanted != null && !wanted.isEmpty();
  }

  /** The attributes with their values fetched and unpacked. */
  public Flow<Map<String, AttributeValue>> logical(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return wrapped(Flow.defer(() -> stores.hydrator().returned(key, attributes)));
  }

  /**
   * Wraps a failure to read returned values. The write has been made by then: a caller that took
   * the failure for the write's would repeat the write.
   */
  public <T> Flow<T> wrapped(Flow<T> values) {
    return values.mapFailure(
        failure ->
            new ChunkingException(
                Reason.RETURN_VALUES,
                "%s on '%s' was made, but its return values cannot be determined: %s Do not repeat the write for that. Read the item, ask for no values in return, or let hydrateReturnValues be false."
                    .formatted(operation, stores.table().name(), sentence(failure.getMessage())),
                failure));
  }

  private static String sentence(@Nullable String message) {
    String text = String.valueOf(message);
    return text.endsWith(".") ? text : text + ".";
  }

  /**
   * The capacity that the item's own table consumed; null if it is not reported, or the answer was
   * lost.
   */
  public @Nullable ConsumedCapacity capacity(@Nullable DynamoDbResponse answer) {
    if (!(answer instanceof TransactWriteItemsResponse response)) {
      return null;
    }
    return response.consumedCapacity().stream()
        .filter(capacity -> stores.table().isNamed(capacity.tableName()))
        .findFirst()
        .orElse(null);
  }

  /**
   * The metrics of the item's collection, if the table has local indexes and they were asked for.
   */
  public @Nullable ItemCollectionMetrics metrics(@Nullable DynamoDbResponse answer) {
    if (!(answer instanceof TransactWriteItemsResponse response)) {
      return null;
    }
    return response.itemCollectionMetrics().entrySet().stream()
        .filter(entry -> stores.table().isNamed(entry.getKey()))
        .map(Map.Entry::getValue)
        .flatMap(List::stream)
        .findFirst()
        .orElse(null);
  }

  /**
   * A failure of a write. A failed condition has the item as callers see it, or no item if none was
   * asked for, or if a value of it cannot be read; that failure is suppressed in it then. The raw
   * response is left out, for it holds the item as it is stored.
   */
  public static <T> Flow<T> failed(
      Throwable failure, @Nullable ReturnValuesOnConditionCheckFailure wanted, ItemWrite write) {
    if (!(failure instanceof ConditionalCheckFailedException failed) || !failed.hasItem()) {
      return Flow.failed(failure);
    }
    if (wanted != ReturnValuesOnConditionCheckFailure.ALL_OLD) {
      return Flow.failed(FailedConditions.withItem(failed, null));
    }
    return write
        .stores()
        .hydrator()
        .returned(write.key(), failed.item())
        .map(item -> FailedConditions.withItem(failed, item))
        .recover(lost -> Flow.of(without(failed, lost)))
        .then(Flow::failed);
  }

  /** A caller that handles failed conditions has to get one, though its item cannot be shown. */
  private static ConditionalCheckFailedException without(
      ConditionalCheckFailedException failed, Throwable lost) {
    ConditionalCheckFailedException exception = FailedConditions.withItem(failed, null);
    exception.addSuppressed(lost);
    return exception;
  }
}
