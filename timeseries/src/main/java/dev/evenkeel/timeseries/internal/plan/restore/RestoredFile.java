package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.FileItems;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A file that is being written into a table, and how many of its items are passed. */
final class RestoredFile {
  private static final int PASSED_AT_ONCE = 1_000;

  private final int number;
  private final FileItems items;
  private long done;
  private boolean isBegun;

  /** Of items that were throttled. */
  private @Nullable BatchWriter writer;

  RestoredFile(int number, FileItems items) {
    this.number = number;
    this.items = items;
  }

  int number() {
    return number;
  }

  long done() {
    return done;
  }

  /** Whether some of its items were written since it was opened. */
  boolean isBegun() {
    return isBegun;
  }

  /**
   * Passes over items that are in the table already.
   *
   * @param from how many are
   * @param isOver whether to stop before all are passed
   * @return whether all are passed: then some are written, however late it is, so that each call
   *     gets on
   */
  Flow<Boolean> positioned(long from, Supplier<Flow<Boolean>> isOver) {
    int some = (int) Math.min(PASSED_AT_ONCE, from - done);
    if (some <= 0) {
      return Flow.of(true);
    }
    return items
        .next(some)
        .then(
            passed -> {
              done = passed.isEmpty() ? from : done + passed.size();
              return done >= from ? Flow.of(false) : isOver.get();
            })
        .then(over -> over ? Flow.of(false) : positioned(from, isOver));
  }

  /**
   * Writes the next items, or those that were throttled.
   *
   * @param explained gives the failure that says what one of a write means
   */
  Flow<BatchWriter> writer(int itemsMax, String tableName, UnaryOperator<Throwable> explained) {
    return writer != null
        ? Flow.of(writer)
        : items
            .next(itemsMax)
            .map(
                some -> {
                  BatchWriter fresh = new BatchWriter(tableName, explained, some);
                  writer = fresh;
                  return fresh;
                });
  }

  /** Whether items were throttled that this worker may still write. */
  boolean hasThrottled() {
    return writer != null && !writer.isLost();
  }

  /** Notes that the items of the writer are in the table. */
  void written(int count) {
    writer = null;
    isBegun = true;
    done += count;
  }

  void close() {
    items.close();
  }
}
