/** The specification of a time series: periods, tables, retention and archive. */
@NullMarked
package dev.evenkeel.timeseries.spec;

import org.jspecify.annotations.NullMarked;
