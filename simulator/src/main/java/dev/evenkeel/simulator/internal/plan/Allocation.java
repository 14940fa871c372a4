package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.internal.plan.Claim.Gate;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.LimitType;
import dev.evenkeel.simulator.spec.OperationType;
import java.util.List;

/** How the throughput of a table or index is given to its partitions, by capacity mode. */
interface Allocation {
  /** How many equal partitions there are to begin with. */
  long initialPartitions();

  /** What a partition may spend each second, in millionths, after so many splits. */
  long rate(OperationType type, int splits);

  /** The limits above the partitions, outermost first. */
  List<Gate> gates(OperationType type);

  /** Which limit a request met that its partition could not serve. */
  LimitType partitionLimit(OperationType type, long spentInSecond, long cost);

  /** What was spent in a second that is over. */
  void spent(long second, OperationType type, long micros);

  /** Says that the next requests are in {@code second}. */
  void begin(long second);

  /** Whether partitions that were split so often, at the least, are too few for the throughput. */
  boolean outgrown(int fewestSplits);

  /** The same under another capacity of the same mode, from the start of {@code second} on. */
  void change(long second, Capacity capacity);
}
