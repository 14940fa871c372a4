package dev.evenkeel.simulator.spec.result;

import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a workload on one table.
 *
 * @param seconds how long it took
 * @param offered requests made
 * @param accepted requests served
 * @param throttles requests throttled, by reason, the most frequent first
 * @param buckets all of that over time: at most {@value #BUCKETS_MAX}, each of as many seconds but
 *     the last, which may be shorter
 * @param heat of the partitions, over the same buckets
 * @param firstPartitions how many there were to begin with
 * @param lastPartitions how many there were at the end
 * @param usedPartitions how many of all there ever were were asked for anything
 * @param hottest the partition of which most was asked in all
 * @param ranks what was asked of the partitions as a part of what they have, on average over all
 *     seconds, from the hottest to the coolest; of more than {@value #RANKS_MAX} partitions the
 *     hottest of each of so many equal groups
 * @param keys the most frequent keys as callers see them, the most frequent first
 * @param keysExact whether every key was counted; if not, there were too many for that, and the
 *     counts of keys are lower bounds, by less than 1 in 1,000 of all requests
 */
public record RunResult(
    long seconds,
    long offered,
    long accepted,
    Map<ThrottleReason, Long> throttles,
    List<TimeBucket> buckets,
    HeatMap heat,
    int firstPartitions,
    int lastPartitions,
    int usedPartitions,
    HottestPartition hottest,
    List<Double> ranks,
    List<KeyCount> keys,
    boolean keysExact) {
  /** The most buckets of time. */
  public static final int BUCKETS_MAX = 120;

  /** The most ranks. */
  public static final int RANKS_MAX = 200;

  public RunResult {
    ranks = List.copyOf(ranks);
    throttles = Collections.unmodifiableMap(new LinkedHashMap<>(throttles));
    buckets = List.copyOf(buckets);
    keys = List.copyOf(keys);
  }

  public long throttled() {
    return offered - accepted;
  }

  /** The part of the requests that was served. */
  public double acceptedShare() {
    return (double) accepted / offered;
  }

  public double offeredPerSecond() {
    return (double) offered / seconds;
  }

  public double acceptedPerSecond() {
    return (double) accepted / seconds;
  }

  public double throttledPerSecond() {
    return (double) throttled() / seconds;
  }

  /**
   * One or more seconds on end.
   *
   * @param firstSecond where it begins
   * @param seconds how many it has
   * @param offered requests made in all of them
   * @param accepted requests served
   * @param hottest the hottest partition of its hottest second; null if there were no requests
   */
  public record TimeBucket(
      long firstSecond, long seconds, long offered, long accepted, @Nullable HotSecond hottest) {

    /** Where the next begins. */
    public long endSecond() {
      return firstSecond + seconds;
    }

    public long throttled() {
      return offered - accepted;
    }

    public double offeredPerSecond() {
      return (double) offered / seconds;
    }

    public double acceptedPerSecond() {
      return (double) accepted / seconds;
    }

    public double throttledPerSecond() {
      return (double) throttled() / seconds;
    }
  }

  /**
   * The heat of a table's partitions over time. Rows are equal ranges of hashes; a partition has
   * one or several, until it is split; where there are more partitions than rows, several share
   * one, which shows the hottest. Immutable.
   */
  public static final class HeatMap {
    /** The most rows. */
    public static final int ROWS_MAX = 128;

    private final List<double[]> columns;
    private final int rows;

    /**
     * A map.
     *
     * @param columns for each bucket of time, what was asked as a part of what there is, for each
     *     row; at least one bucket, all of them with as many rows
     */
    public HeatMap(List<double[]> columns) {
      this.columns = new ArrayList<>();
      this.rows = columns.get(0).length;
      for (double[] column : columns) {
        if (column.length != rows) {
          throw new IllegalArgumentException(
              "columns must have as many rows as the first, " + rows);
        }
        this.columns.add(column.clone());
      }
    }

    public int rows() {
      return rows;
    }

    /** The number of columns: one for each bucket of time. */
    public int columns() {
      return columns.size();
    }

    /**
     * The mean load offered to the partition over the seconds of the bucket, as a part of its
     * capacity without burst; of several partitions the hottest in each second counts.
     */
    public double use(int row, int column) {
      return columns.get(column)[row];
    }
  }

  /**
   * The partition of which most was asked.
   *
   * @param partition its number
   * @param share the part of all units asked that were asked of it
   * @param meanUse the offered load as a part of its capacity each second without burst, on average
   *     over the seconds in which there was any
   */
  public record HottestPartition(long partition, double share, double meanUse) {}

  /**
   * The requests for one key.
   *
   * @param key as callers see it, or with its shard, as the context says
   * @param offered how many were made
   * @param accepted how many were served
   */
  public record KeyCount(String key, long offered, long accepted) {}

  /**
   * The partition of which most was asked in a single second, in proportion to what it has.
   *
   * @param second the second
   * @param partition its number
   * @param use the offered load as a part of its capacity each second without burst
   * @param share the part of all units asked in that second that were asked of it
   * @param keys its most frequent keys in that second, with their shards, the most frequent first;
   *     a handful
   */
  public record HotSecond(
      long second, long partition, double use, double share, List<KeyCount> keys) {
    public HotSecond {
      keys = List.copyOf(keys);
    }
  }
}
