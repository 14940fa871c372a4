/** Figures of the partition simulator and of the key advisor. */
@NullMarked
package dev.evenkeel.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
