package dev.evenkeel.simulator.spec.result;

import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
