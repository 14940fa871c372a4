package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;

/** The provisioned throughput of a table. */
record Throughput(long readUnits, long writeUnits) {
  private static final long UNITS_MAX = 1_000_000_000;

  Throughput {
    Problems problems = new Problems();
    problems.require(
        inRange(readUnits), "read units must be 0.." + UNITS_MAX + " but were " + readUnits);
    problems.require(
        inRange(writeUnits), "write units must be 0.." + UNITS_MAX + " but were " + writeUnits);
    problems.refuse(all -> "Throughput: " + all);
  }

  private static boolean inRange(long units) {
    return units >= 0 && units <= UNITS_MAX;
  }

  double load() {
    return (double) weight() / PartitionLimit.READ_UNITS_PER_SECOND.max();
  }

  /** The load rounded up, at least one partition. */
  long partitions() {
    return Math.max(1, (weight() - 1) / PartitionLimit.READ_UNITS_PER_SECOND.max() + 1);
  }

  /** The load in three-thousandths, a whole number, so that no rounding error is rounded up. */
  private long weight() {
    long readsPerWrite =
        PartitionLimit.READ_UNITS_PER_SECOND.max() / PartitionLimit.WRITE_UNITS_PER_SECOND.max();
    return readUnits + readsPerWrite * writeUnits;
  }
}
