package dev.evenkeel.caching.internal.store;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * An answer in memory.
 *
 * @param response the item alone
 * @param bytes that it holds of the heap, estimated
 * @param halfUnits what an eventually consistent read of it costs, in halves of a unit
 * @param since elapsed nanoseconds when its read began
 * @param refreshFrom elapsed nanoseconds from when on it is read anew ahead of time
 * @param until elapsed nanoseconds until when it may be given
 * @param refreshed whether somebody reads it anew
 */
record Answer(
    GetItemResponse response,
    int bytes,
    long halfUnits,
    long since,
    long refreshFrom,
    long until,
    AtomicBoolean refreshed) {

  /**
   * What DynamoDB has answered one caller, for others and for memory: the item alone. What came
   * with it tells of a request that was not theirs, and may hold all bytes of its connection's
   * answer.
   */
  static GetItemResponse shared(GetItemResponse response) {
    GetItemResponse.Builder shared =
        GetItemResponse.builder().item(response.hasItem() ? response.item() : null);
    ResponseMetadata.copy(null, shared);
    return shared.build();
  }

  boolean isGoodAt(long nanos) {
    return until - nanos > 0;
  }

  /** Whether the caller is the one to read it anew. */
  boolean isToBeRefreshedAt(long nanos) {
    return nanos - refreshFrom >= 0 && !refreshed.get() && refreshed.compareAndSet(false, true);
  }
}
