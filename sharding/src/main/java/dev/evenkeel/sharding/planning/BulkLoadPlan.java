package dev.evenkeel.sharding.planning;

import java.time.Duration;

/**
 * A pace for filling a new table.
 *
 * @param writeUnitsPerSecond what to provision, or to pre-warm
 * @param duration how long it takes, rounded up to a second, if no write is throttled or repeated
 * @param partitions what the throughput makes of a new table; {@link PartitionEstimate#holding}
 *     adds what the data do
 */
public record BulkLoadPlan(
    long writeUnitsPerSecond, Duration duration, PartitionEstimate partitions) {

  /** Whether a new on-demand table takes it at once, without pre-warming. */
  public boolean fitsNewOnDemandTable() {
    return writeUnitsPerSecond <= BulkLoadPlanner.NEW_ON_DEMAND_WRITE_UNITS;
  }

  /** The table after the load, when its throughput has been changed to what it needs daily. */
  public PartitionEstimate afterwards(long readUnitsPerSecond, long writeUnitsPerSecondThen) {
    return partitions.withThroughput(readUnitsPerSecond, writeUnitsPerSecondThen);
  }
}
