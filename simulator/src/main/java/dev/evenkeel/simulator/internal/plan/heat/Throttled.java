package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.LimitType;

/** A partition, and a limit that throttled there. */
record Throttled(PartitionId partition, LimitType limit) {}
