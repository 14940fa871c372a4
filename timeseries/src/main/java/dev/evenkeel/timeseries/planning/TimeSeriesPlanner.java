package dev.evenkeel.timeseries.planning;

import dev.evenkeel.timeseries.spec.Period;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says how long the period of each table may be, over how many shards its partition key is to be
 * spread, and what to provision: the steps of <em>Best Practices for Handling Time-Series Data in
 * DynamoDB</em>, "Designing for High-Volume Streams of Events".
 *
 * <p>The text's arithmetic keeps a table from ever being split: a partition takes {@value
 * #PARTITION_WRITE_UNITS_MAX} write units a second and 10 GB. Two things have changed since:
 * adaptive capacity no longer divides a table's throughput evenly among partitions, so a split
 * costs less than it did, and on-demand tables need no provisioning. The rest still holds: a
 * partition key takes no more than 1,000 write units a second, a split for heat does not help a
 * sort key that only grows, and deleting a table is free where deleting its items is not.
 *
 * <p>The text counts an item's own bytes. DynamoDB also counts 100 bytes an item when it measures
 * storage (<em>Best Practices for Tables</em>, table operations), and of small items that is much:
 * the planner adds them by default, and reports where that changes the answer.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class TimeSeriesPlanner {
  /** "A physical partition can support only 1,000 WCUs". */
  public static final int PARTITION_WRITE_UNITS_MAX = 1_000;

  /** "It can hold only 10 GB of total data", in AWS's binary GB. */
  public static final long PARTITION_BYTES_MAX = 10L << 30;

  /** Per item in the storage that DescribeTable returns. */
  public static final int ITEM_OVERHEAD_BYTES = 100;

  private static final List<Period> LONGEST_FIRST =
      List.of(
          Period.MONTH,
          Period.WEEK,
          Period.DAY,
          Period.TWELVE_HOURS,
          Period.SIX_HOURS,
          Period.HOUR);

  private final boolean overhead;
  private final double headRoom;

  private TimeSeriesPlanner(boolean overhead, double headRoom) {
    this.overhead = overhead;
    this.headRoom = headRoom;
  }

  /** Counts the overhead of storage and leaves no other room. */
  public static TimeSeriesPlanner create() {
    return new TimeSeriesPlanner(true, 0);
  }

  /** Counts an item's own bytes and nothing else, as the text does. */
  public TimeSeriesPlanner withoutOverhead() {
    return new TimeSeriesPlanner(false, headRoom);
  }

  /**
   * Leaves a part of each partition's bytes unused: "including a little room".
   *
   * @param part from 0 to less than 1
   */
  public TimeSeriesPlanner headRoom(double part) {
    if (!(part >= 0 && part < 1)) {
      throw new IllegalArgumentException("headRoom must be 0 to less than 1 but was " + part);
    }
    return new TimeSeriesPlanner(overhead, part);
  }

  /** Plans for a stream whose events all have one partition key at a time. */
  public TimeSeriesPlan plan(EventStream stream) {
    double peakUnits = stream.peakPerSecond() * stream.unitsPerEvent();
    int shards = (int) Math.max(1, Math.ceil(peakUnits / PARTITION_WRITE_UNITS_MAX));
    Duration fill = fill(stream, shards, overhead);
    Period period = longestWithin(fill);
    List<String> notes = new ArrayList<>();
    noteOverhead(stream, shards, period, notes);
    noteShards(stream, shards, notes);
    if (fill.compareTo(Period.HOUR.lengthMax()) < 0) {
      notes.add(
          "A partition fills in %s, less than the shortest period. It will be split; use more shards."
              .formatted(text(fill)));
    }
    return new TimeSeriesPlan(
        stream, shards, fill, period, (int) Math.ceil(peakUnits), List.copyOf(notes));
  }

  private Duration fill(EventStream stream, int shards, boolean withOverhead) {
    double bytes = stream.itemBytes() + (withOverhead ? ITEM_OVERHEAD_BYTES : 0);
    double seconds = PARTITION_BYTES_MAX * (1 - headRoom) / (bytes * stream.perSecond() / shards);
    return Duration.ofMillis((long) Math.min(seconds * 1000, Long.MAX_VALUE / 2_000_000d));
  }

  /** The shortest if none is short enough. */
  private static Period longestWithin(Duration fill) {
    return LONGEST_FIRST.stream()
        .filter(period -> period.lengthMax().compareTo(fill) <= 0)
        .findFirst()
        .orElse(Period.HOUR);
  }

  private void noteOverhead(EventStream stream, int shards, Period period, List<String> notes) {
    Period other = longestWithin(fill(stream, shards, !overhead));
    if (other == period) {
      return;
    }
    notes.add(
        overhead
            ? "Without the %d bytes that DynamoDB adds to each stored item the period would be %s."
                .formatted(ITEM_OVERHEAD_BYTES, other)
            : "With the %d bytes that DynamoDB adds to each stored item a partition fills in %s, and the period would be %s."
                .formatted(ITEM_OVERHEAD_BYTES, text(fill(stream, shards, true)), other));
  }

  private static void noteShards(EventStream stream, int shards, List<String> notes) {
    if (shards > 1) {
      notes.add(
          "%d shards are the least that take %,.0f write units a second. Keys are hashed to partitions, so they rarely fall one to each: more shards are more even, and make queries dearer."
              .formatted(shards, stream.peakPerSecond() * stream.unitsPerEvent()));
    }
  }

  private static String text(Duration duration) {
    return String.format(Locale.ROOT, "%.1f hours", duration.toMinutes() / 60.0);
  }
}
