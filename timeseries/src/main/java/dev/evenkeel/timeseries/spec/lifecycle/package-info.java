/** What the lifecycle of period tables sees, and what it means to do. */
@NullMarked
package dev.evenkeel.timeseries.spec.lifecycle;

import org.jspecify.annotations.NullMarked;
