/** The charges of requests to a real table. Pure. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.cost;

import org.jspecify.annotations.NullMarked;
