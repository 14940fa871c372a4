/** Workloads: their random draws, and records of their simulation in bounded memory. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.workload;

import org.jspecify.annotations.NullMarked;
