/** Workloads: what is drawn of them, and what is recorded of their simulation in bounded memory. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.workload;

import org.jspecify.annotations.NullMarked;
