package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.OperationType;
import org.jspecify.annotations.Nullable;

/** A partition of a table or index, by what is done there. */
record PartitionId(@Nullable String index, long number, OperationType type) {}
