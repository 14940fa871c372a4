package dev.evenkeel.sharding.planning;

import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;

/**
 * Estimates the partitions of a provisioned table by the rules that AWS published (<em>Best
 * practices for tables</em>, "Understand partition behavior").
 *
 * <p>AWS calls them "subject to change", has since taken them out of its guide, and does not show a
 * table's partitions. As a model of the order of magnitude, and of why a table that was once large
 * behaves as it does, they still serve. Changes since then:
 *
 * <ul>
 *   <li>The throughput of a partition is no longer its even part of the table's: adaptive capacity
 *       lends it what others leave unused, up to {@link PartitionLimit}. So the units a partition
 *       <em>has</em> here are what it gets when all are busy, not what throttles it.
 *   <li>Reads and writes are now said to be limited apart, 3,000 and 1,000 (AWS, <em>Key range
 *       throughput exceeded</em>); the rule adds them up, which errs on the side of more
 *       partitions.
 *   <li>Partitions are also split for heat, one by one.
 *   <li>A new on-demand table takes 4,000 write and 12,000 read units a second, and warm throughput
 *       says, and raises, what any table takes at once; neither says how many partitions that is.
 * </ul>
 */
public final class PartitionEstimator {
  private PartitionEstimator() {}

  /**
   * The throughput in numbers of partitions, before rounding up:
   *
   * <pre>readUnits / 3,000 + writeUnits / 1,000</pre>
   *
   * @throws IllegalArgumentException if a number is negative or beyond a thousand million
   */
  public static double load(long readUnitsPerSecond, long writeUnitsPerSecond) {
    return new Throughput(readUnitsPerSecond, writeUnitsPerSecond).load();
  }

  /**
   * The partitions of a new table: its {@link #load}, rounded up, at least one.
   *
   * @throws IllegalArgumentException if a number is negative or beyond a thousand million
   */
  public static PartitionEstimate newTable(long readUnitsPerSecond, long writeUnitsPerSecond) {
    return PartitionEstimate.of(new Throughput(readUnitsPerSecond, writeUnitsPerSecond));
  }
}
