package dev.evenkeel.caching.internal.store;

import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * An answer in memory.
 *
 * @param response without consumed capacity
 * @param bytes that it holds of the heap, estimated
 * @param halfUnits what an eventually consistent read of it costs, in halves of a unit
 * @param refreshFrom elapsed nanoseconds from when on it is read anew ahead of time
 * @param until elapsed nanoseconds until when it may be given
 * @param refreshed whether somebody reads it anew
 */
record Answer(
    GetItemResponse response,
    int bytes,
    long halfUnits,
    long refreshFrom,
    long until,
    AtomicBoolean refreshed) {

  /** What DynamoDB has answered one caller, for another one: nothing that it has cost. */
  static GetItemResponse shared(GetItemResponse response) {
    return response.consumedCapacity() == null
        ? response
        : response.toBuilder().consumedCapacity((ConsumedCapacity) null).build();
  }

  boolean isGoodAt(long nanos) {
    return until - nanos > 0;
  }

  /** Whether the caller is the one to read it anew. */
  boolean isToBeRefreshedAt(long nanos) {
    return nanos - refreshFrom >= 0 && !refreshed.get() && refreshed.compareAndSet(false, true);
  }
}
