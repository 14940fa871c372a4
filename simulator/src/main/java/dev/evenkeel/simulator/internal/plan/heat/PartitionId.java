package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.OperationType;
import org.jspecify.annotations.Nullable;

/** A partition of a table or index, and the type of operation. */
record PartitionId(@Nullable String index, long number, OperationType type) {}
