/** Observations, plans and reports of the lifecycle of period tables. */
@NullMarked
package dev.evenkeel.timeseries.spec.lifecycle;

import org.jspecify.annotations.NullMarked;
