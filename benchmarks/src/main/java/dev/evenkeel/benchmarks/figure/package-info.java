/** The parts of every figure program: its contract, its report, its clocks and its sums. */
@NullMarked
package dev.evenkeel.benchmarks.figure;

import org.jspecify.annotations.NullMarked;
