package dev.evenkeel.sharding.internal.item;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * An UpdateItem or a DeleteItem, as far as {@link FindThenWrite} has to know it. What a method
 * throws ends the call.
 *
 * @param <R> the response the caller expects
 */
public interface ItemWrite<R> {

  /** What to send to where the item was found; asks for the old item if its condition fails. */
  Attempt found(Map<String, AttributeValue> physicalKey);

  /** What to send if the item was found nowhere. */
  Attempt missing();

  /**
   * What the caller gets.
   *
   * @param answer the answer to the attempt that went through
   * @param reads what the probes consumed
   */
  R result(DynamoDbResponse answer, List<ConsumedCapacity> reads);

  /** Whether the caller wants to see the item that a condition failed on. */
  boolean oldItemAsked();

  /**
   * One request.
   *
   * @param guard what was added to the caller's condition, or null for nothing
   */
  record Attempt(DynamoDbRequest request, @Nullable Guard guard) {}
}
