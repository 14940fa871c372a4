/** The figures of time series. */
@NullMarked
package dev.evenkeel.benchmarks.timeseries;

import org.jspecify.annotations.NullMarked;
