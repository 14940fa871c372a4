/** The report of a simulation as one page that needs nothing else. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.report;

import org.jspecify.annotations.NullMarked;
