package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.OnDemand;
import dev.evenkeel.simulator.spec.LimitType;
import dev.evenkeel.simulator.spec.OperationType;
import java.util.List;

/**
 * On-demand mode. Each partition has its limit; above them are the configured maximum, the
 * account's quota and the doubling rule. There are as many partitions as carry what the table
 * takes, reads and writes apart: four for a new table. When it takes more than they carry, all are
 * doubled.
 */
final class OnDemandAllocation implements Allocation {
  private final OnDemandFlow reads;
  private final OnDemandFlow writes;
  private final long initialPartitions;

  /** That of a new table. */
  OnDemandAllocation(OnDemand capacity) {
    this.reads = new OnDemandFlow(capacity, OperationType.READ);
    this.writes = new OnDemandFlow(capacity, OperationType.WRITE);
    this.initialPartitions = partitions();
  }

  /** That of a table which began with so many partitions, in another mode. */
  OnDemandAllocation(OnDemand capacity, long initialPartitions) {
    this.reads = new OnDemandFlow(capacity, OperationType.READ);
    this.writes = new OnDemandFlow(capacity, OperationType.WRITE);
    this.initialPartitions = initialPartitions;
  }

  private OnDemandFlow flow(OperationType type) {
    return type == OperationType.READ ? reads : writes;
  }

  private long partitions() {
    return Math.max(reads.partitions(), writes.partitions());
  }

  @Override
  public long initialPartitions() {
    return initialPartitions;
  }

  @Override
  public long rate(OperationType type, int splits) {
    return Burst.partitionLimit(type);
  }

  @Override
  public List<Gate> gates(OperationType type) {
    return flow(type).gates();
  }

  @Override
  public LimitType partitionLimit(OperationType type, long spentInSecond, long cost) {
    return LimitType.KEY_RANGE_THROUGHPUT;
  }

  @Override
  public void spent(long second, OperationType type, long micros) {
    flow(type).spent(second, micros);
  }

  @Override
  public void begin(long second) {
    reads.begin(second);
    writes.begin(second);
  }

  @Override
  public boolean outgrown(int fewestSplits) {
    return partitions() > initialPartitions * Math.pow(2, fewestSplits);
  }

  @Override
  public void change(long second, Capacity capacity) {
    throw new IllegalArgumentException(
        "An on-demand table has no throughput to change; build it warmed, or with another maximum");
  }
}
