package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.List;

/**
 * Provisioned mode. Without adaptive capacity each initial partition has an even part of the
 * table's throughput, and a split halves it. With it each partition has its limit, and the table's
 * throughput is one budget above them.
 */
final class ProvisionedAllocation implements Allocation {
  private final PartitionBehavior behavior;
  private final long initialPartitions;
  private final Bucket reads;
  private final Bucket writes;
  private Throughput throughput;

  /** That of a new table. */
  ProvisionedAllocation(Throughput throughput, PartitionBehavior behavior) {
    this(
        throughput,
        behavior,
        PartitionEstimator.newTable(throughput.readUnits(), throughput.writeUnits()).partitions(),
        0);
  }

  /** That of a table which began with so many partitions, and is in this mode since a second. */
  ProvisionedAllocation(
      Throughput throughput, PartitionBehavior behavior, long initialPartitions, long since) {
    this.throughput = throughput;
    this.behavior = behavior;
    this.initialPartitions = initialPartitions;
    this.reads = budget(OperationType.READ, since);
    this.writes = budget(OperationType.WRITE, since);
  }

  private Bucket budget(OperationType type, long since) {
    long rate = rate(type);
    return new Bucket(since, rate, BurstCapacity.max(behavior, rate), Long.MAX_VALUE);
  }

  private long rate(OperationType type) {
    return Micros.of(throughput.units(type));
  }

  @Override
  public long initialPartitions() {
    return initialPartitions;
  }

  @Override
  public long rate(OperationType type, int splits) {
    return behavior.adaptive()
        ? BurstCapacity.partitionLimit(type)
        : (rate(type) / initialPartitions) >> Math.min(splits, Long.SIZE - 1);
  }

  @Override
  public List<Gate> gates(OperationType type) {
    return behavior.adaptive()
        ? List.of(
            new Gate(type == OperationType.READ ? reads : writes, LimitType.PROVISIONED_THROUGHPUT))
        : List.of();
  }

  @Override
  public LimitType partitionLimit(OperationType type, long spentInSecond, long cost) {
    return !behavior.adaptive() && spentInSecond + cost > rate(type)
        ? LimitType.PROVISIONED_THROUGHPUT
        : LimitType.KEY_RANGE_THROUGHPUT;
  }

  @Override
  public void spent(long second, OperationType type, long micros) {}

  @Override
  public void begin(long second) {}

  @Override
  public boolean outgrown(int fewestSplits) {
    return PartitionEstimator.load(throughput.readUnits(), throughput.writeUnits())
        > initialPartitions * Math.pow(2, fewestSplits);
  }

  @Override
  public void change(long second, Capacity capacity) {
    if (!(capacity instanceof Capacity.Provisioned provisioned)) {
      throw new IllegalArgumentException(
          "The table is in provisioned mode; changeMode puts it, and its indexes, into another");
    }
    throughput = provisioned.throughput();
    long readRate = rate(OperationType.READ);
    long writeRate = rate(OperationType.WRITE);
    reads.change(second, readRate, BurstCapacity.max(behavior, readRate));
    writes.change(second, writeRate, BurstCapacity.max(behavior, writeRate));
  }
}
