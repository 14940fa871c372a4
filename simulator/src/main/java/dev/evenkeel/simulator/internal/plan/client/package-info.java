/** The behavior of a simulated client for each operation, as flows. Pure. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.client;

import org.jspecify.annotations.NullMarked;
