package dev.evenkeel.sharding.internal.plan.upload;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * How long to rest after a batch that left something behind: twice as long each time in a row, of
 * which the jitter takes a random part ("full jitter", AWS Architecture Blog, "Exponential Backoff
 * And Jitter").
 */
final class Backoff {
  /** One step above the 25 ms with which the SDK's own retries of DynamoDB begin. */
  static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The longest pause of the SDK's own retries. */
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int DOUBLINGS_MAX = 9;

  private final int concurrency;
  private int failuresInARow;

  Backoff(int concurrency) {
    this.concurrency = concurrency;
  }

  /** A batch was stored whole. */
  void succeeded() {
    failuresInARow = 0;
  }

  /**
   * A batch was not. Counts failures in a row of its partition keys, and of all batches: where many
   * keys have one limit, no key fails often.
   */
  long afterFailure(Collection<PartitionQueue> queues) {
    failuresInARow++;
    int failures = (failuresInARow + concurrency - 1) / concurrency;
    for (PartitionQueue queue : queues) {
      failures = Math.max(failures, ++queue.failures);
    }
    return Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(failures - 1, DOUBLINGS_MAX));
  }
}
