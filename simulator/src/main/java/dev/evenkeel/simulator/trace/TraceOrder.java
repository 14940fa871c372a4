package dev.evenkeel.simulator.trace;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Puts records that are somewhat out of order in the order of time, those of a time in that of the
 * file. Logs are written when requests end, by several processes, and sorted by nobody.
 */
final class TraceOrder {
  private static final Comparator<Waiting> BY_TIME =
      Comparator.comparingLong((Waiting waiting) -> waiting.record.atMillis())
          .thenComparingLong(Waiting::line);

  private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(BY_TIME);
  private final int recordsMax;
  private long passedMillis = Long.MIN_VALUE;

  private record Waiting(long line, TraceRecord record) {}

  /**
   * @param recordsMax how many records wait at most for others that are earlier
   */
  TraceOrder(int recordsMax) {
    this.recordsMax = recordsMax;
  }

  void add(long line, TraceRecord record) {
    waiting.add(new Waiting(line, record));
  }

  /** By how much a record is earlier than one that was passed on already; 0 if it is not. */
  long behindMillis(TraceRecord record) {
    return Math.max(0, passedMillis - Math.min(passedMillis, record.atMillis()));
  }

  /** The same record, at the time of the one that was passed on last. */
  TraceRecord caughtUp(TraceRecord record) {
    return record.at(passedMillis);
  }

  /** Whether no more records may wait. */
  boolean isFull() {
    return waiting.size() > recordsMax;
  }

  /** The earliest that waits, or null. */
  @Nullable TraceRecord poll() {
    Waiting first = waiting.poll();
    if (first == null) {
      return null;
    }
    passedMillis = first.record.atMillis();
    return first.record;
  }
}
