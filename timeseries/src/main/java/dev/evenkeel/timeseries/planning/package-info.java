/** The arithmetic of AWS's text on time series: how long a period may be, and what it needs. */
@NullMarked
package dev.evenkeel.timeseries.planning;

import org.jspecify.annotations.NullMarked;
