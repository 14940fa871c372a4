/** What both the configuration and the plans of the lifecycle need; none of an application's. */
@NullMarked
package dev.evenkeel.timeseries.spec.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
