package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.List;

/** Distributes the throughput of a table or index over its partitions, by capacity mode. */
interface Allocation {
  /** The initial number of equal partitions. */
  long initialPartitions();

  /** The units that a partition may spend each second, in millionths, after so many splits. */
  long rate(OperationType type, int splits);

  /** The limits above the partitions, outermost first. */
  List<Gate> gates(OperationType type);

  /** The limit that throttled a request of a partition. */
  LimitType partitionLimit(OperationType type, long spentInSecond, long cost);

  /** Records the units spent in a past second. */
  void spent(long second, OperationType type, long micros);

  /** Starts {@code second}. */
  void begin(long second);

  /** Whether partitions that were split so often, at the least, are too few for the throughput. */
  boolean outgrown(int fewestSplits);

  /** The same under another capacity of the same mode, from the start of {@code second} on. */
  void change(long second, Capacity capacity);
}
