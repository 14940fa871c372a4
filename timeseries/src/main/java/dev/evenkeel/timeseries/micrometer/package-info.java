/** Runs over period tables as meters of Micrometer, which is an optional dependency. */
@NullMarked
package dev.evenkeel.timeseries.micrometer;

import org.jspecify.annotations.NullMarked;
