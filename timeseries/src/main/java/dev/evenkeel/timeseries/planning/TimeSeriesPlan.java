package dev.evenkeel.timeseries.planning;

import dev.evenkeel.timeseries.spec.Period;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The recommendation of {@link TimeSeriesPlanner}.
 *
 * @param stream the stream that it was planned for
 * @param shards over which the partition key is to be spread; 1 is not to be
 * @param fill how long it takes until the partition of one shard is full, on average
 * @param period the longest that is over before
 * @param writeUnitsPerSecond the units to provision for the table of the current period
 * @param notes notes for the reader
 */
public record TimeSeriesPlan(
    EventStream stream,
    int shards,
    Duration fill,
    Period period,
    int writeUnitsPerSecond,
    List<String> notes) {

  /**
   * The maximum number of tables that exist at a time: those kept, the one being written, the next
   * one, and one that is partly over.
   */
  public long tables(Duration retention) {
    Duration length = period == Period.MONTH ? Duration.ofDays(28) : period.lengthMax();
    return (retention.toSeconds() + length.toSeconds() - 1) / length.toSeconds() + 3;
  }

  /** The plan as text for people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "one table per %s, %d shard%s, %,d write units a second; a partition fills in %.1f hours%s",
        period,
        shards,
        shards == 1 ? "" : "s",
        writeUnitsPerSecond,
        fill.toMinutes() / 60.0,
        notes.isEmpty() ? "" : "\n" + String.join("\n", notes));
  }
}
