/** What is simulated: how many requests, for which keys, of what kind, over how many shards. */
@NullMarked
package dev.evenkeel.simulator.spec.workload;

import org.jspecify.annotations.NullMarked;
