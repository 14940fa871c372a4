/** Helpers of both the configuration and the plans of the lifecycle; not part of the API. */
@NullMarked
package dev.evenkeel.timeseries.spec.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
