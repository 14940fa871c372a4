/** Decides what becomes of period tables: pure, from what was seen and what time it is. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.lifecycle;

import org.jspecify.annotations.NullMarked;
