/** The results of a simulated workload, without and with shards. */
@NullMarked
package dev.evenkeel.simulator.spec.result;

import org.jspecify.annotations.NullMarked;
