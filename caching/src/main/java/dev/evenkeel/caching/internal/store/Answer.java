package dev.evenkeel.caching.internal.store;

import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A cached answer.
 *
 * @param response the answer alone
 * @param bytes that it holds of the heap, estimated
 * @param halfUnits what an eventually consistent read of it costs, in halves of a unit
 * @param since elapsed nanoseconds when its read began
 * @param refreshFrom elapsed nanoseconds from when on it is read anew ahead of time
 * @param until elapsed nanoseconds until when it may be given
 * @param refreshed whether somebody reads it anew
 * @param given whether it has answered a read from memory, or was never paid for
 */
record Answer<R extends DynamoDbResponse>(
    R response,
    int bytes,
    long halfUnits,
    long since,
    long refreshFrom,
    long until,
    AtomicBoolean refreshed,
    AtomicBoolean given) {

  Answer(R response, int bytes, long halfUnits, long since, long refreshFrom, long until) {
    this(
        response,
        bytes,
        halfUnits,
        since,
        refreshFrom,
        until,
        new AtomicBoolean(),
        new AtomicBoolean());
  }

  /** The answer, for a read. */
  R give() {
    if (!given.get()) { // so that callers on many cores do not write to it all the time
      given.set(true);
    }
    return response;
  }

  boolean isGoodAt(long nanos) {
    return until - nanos > 0;
  }

  /** Whether the caller is the one to read it anew. */
  boolean isToBeRefreshedAt(long nanos) {
    return nanos - refreshFrom >= 0 && !refreshed.get() && refreshed.compareAndSet(false, true);
  }
}
