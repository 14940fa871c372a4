/** The lifecycle of period tables as plans and flows. Pure. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.lifecycle;

import org.jspecify.annotations.NullMarked;
