/** Reads over many periods: tables, order, and continuation of pages. */
@NullMarked
package dev.evenkeel.timeseries.internal.read;

import org.jspecify.annotations.NullMarked;
