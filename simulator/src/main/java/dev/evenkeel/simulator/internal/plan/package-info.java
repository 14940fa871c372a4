/** The model: partitions, their buckets, and when they split. Pure: time is what it is told. */
@NullMarked
package dev.evenkeel.simulator.internal.plan;

import org.jspecify.annotations.NullMarked;
