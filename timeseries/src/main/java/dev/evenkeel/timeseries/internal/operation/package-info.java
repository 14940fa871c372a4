/** What a time series client does with each operation: one file each. */
@NullMarked
package dev.evenkeel.timeseries.internal.operation;

import org.jspecify.annotations.NullMarked;
