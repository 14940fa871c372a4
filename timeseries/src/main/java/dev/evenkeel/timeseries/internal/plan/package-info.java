/** What a time series client makes of each request. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan;

import org.jspecify.annotations.NullMarked;
