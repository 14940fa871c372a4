/** Reads over many periods: which tables, in which order, and where a page goes on. */
@NullMarked
package dev.evenkeel.timeseries.internal.read;

import org.jspecify.annotations.NullMarked;
