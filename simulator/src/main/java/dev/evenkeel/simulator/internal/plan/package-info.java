/** The model: partitions, their buckets, and when they split. Pure: callers pass the time. */
@NullMarked
package dev.evenkeel.simulator.internal.plan;

import org.jspecify.annotations.NullMarked;
