/** Workloads: rate, keys, access and shards. */
@NullMarked
package dev.evenkeel.simulator.spec.workload;

import org.jspecify.annotations.NullMarked;
