/** The operations of a time series client, one file each. */
@NullMarked
package dev.evenkeel.timeseries.internal.operation;

import org.jspecify.annotations.NullMarked;
