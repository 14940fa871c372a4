package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;

/** The size of burst buckets, and the speed at which they may be spent. */
final class BurstCapacity {
  private BurstCapacity() {}

  static long max(PartitionBehavior behavior, long rate) {
    return behavior.burst() ? PartitionRules.BURST_SECONDS * rate : 0;
  }

  static long partitionLimit(OperationType type) {
    return Micros.of(PartitionRules.partitionUnits(type));
  }

  /** The bucket of a new partition. */
  static Bucket bucket(PartitionBehavior behavior, OperationType type, long rate) {
    return new Bucket(
        0,
        rate,
        max(behavior, rate),
        behavior.burstAboveLimit() ? Long.MAX_VALUE : partitionLimit(type));
  }
}
