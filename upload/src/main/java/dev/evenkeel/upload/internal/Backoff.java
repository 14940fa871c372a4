package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Retries;
import java.util.Collection;

/** The pause after a batch that was not stored whole: longer with each failure in a row. */
final class Backoff {
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
  Pause afterFailure(Collection<PartitionQueue> queues) {
    failuresInARow++;
    int failures = (failuresInARow + concurrency - 1) / concurrency;
    for (PartitionQueue queue : queues) {
      failures = Math.max(failures, ++queue.failures);
    }
    return Retries.pause(failures - 1);
  }
}
