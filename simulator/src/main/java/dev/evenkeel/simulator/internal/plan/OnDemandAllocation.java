package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.OnDemand;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

  /** The allocation of a new table. */
  OnDemandAllocation(OnDemand capacity) {
    this.reads = new OnDemandFlow(capacity, OperationType.READ);
    this.writes = new OnDemandFlow(capacity, OperationType.WRITE);
    this.initialPartitions = partitions();
  }

  /** The allocation of a table which began with so many partitions, in another mode. */
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
    return BurstCapacity.partitionLimit(type);
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

  /** The reads, or the writes, of a table or index in on-demand mode. */
  private static final class OnDemandFlow {
    private final Peaks peaks;
    private final Bucket adapted;
    private final List<Gate> gates;
    private final long partitionLimit;

    OnDemandFlow(OnDemand capacity, OperationType type) {
      long warm = Micros.of(capacity.warm().units(type));
      this.peaks = new Peaks(warm);
      this.adapted = perSecond(warm);
      this.partitionLimit = BurstCapacity.partitionLimit(type);
      List<Gate> limits = new ArrayList<>();
      limits.add(
          new Gate(
              perSecond(Micros.of(capacity.max().units(type))),
              LimitType.MAX_ON_DEMAND_THROUGHPUT));
      limits.add(
          new Gate(perSecond(Micros.of(capacity.quota().units(type))), LimitType.ACCOUNT_LIMIT));
      limits.add(new Gate(adapted, LimitType.KEY_RANGE_THROUGHPUT));
      this.gates = List.copyOf(limits);
    }

    private static Bucket perSecond(long micros) {
      return new Bucket(0, micros, 0, Long.MAX_VALUE);
    }

    List<Gate> gates() {
      return gates;
    }

    void spent(long second, long micros) {
      peaks.add(second, micros);
    }

    void begin(long second) {
      long capacity = peaks.capacity(second);
      if (capacity != adapted.rate()) {
        adapted.change(second, capacity, 0);
      }
    }

    /** The number of partitions that carry the present capacity. */
    long partitions() {
      return (adapted.rate() - 1) / partitionLimit + 1;
    }

    /**
     * The doubling rule of on-demand mode: what a table takes is twice its previous peak, and what
     * it took in a second is a previous peak half an hour later. AWS does not say over what time a
     * peak is measured; here over a second. Peaks never fade.
     */
    static final class Peaks {
      private final Deque<Peak> recent = new ArrayDeque<>();
      private long previous;

      private record Peak(long second, long micros) {}

      /** Of a table that takes so much to begin with. */
      Peaks(long warmMicros) {
        this.previous = warmMicros / PartitionRules.ON_DEMAND_PEAK_FACTOR;
      }

      void add(long second, long micros) {
        long highest = recent.isEmpty() ? previous : recent.getLast().micros();
        if (micros > highest) {
          recent.addLast(new Peak(second, micros));
        }
      }

      /** The capacity of the table in {@code second}. */
      long capacity(long second) {
        Peak first = recent.peekFirst();
        while (first != null && first.second() + PartitionRules.ON_DEMAND_PEAK_SECONDS <= second) {
          previous = first.micros();
          recent.removeFirst();
          first = recent.peekFirst();
        }
        return PartitionRules.ON_DEMAND_PEAK_FACTOR * previous;
      }
    }
  }
}
