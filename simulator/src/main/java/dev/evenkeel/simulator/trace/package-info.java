/**
 * Traces: what was asked of a table, or is going to be, line by line from a file, in bounded
 * memory. See {@link dev.evenkeel.simulator.trace.TraceReader}.
 */
@NullMarked
package dev.evenkeel.simulator.trace;

import org.jspecify.annotations.NullMarked;
