/** The models of a simulated client's tables, by a clock and under a lock. */
@NullMarked
package dev.evenkeel.simulator.internal.shell;

import org.jspecify.annotations.NullMarked;
