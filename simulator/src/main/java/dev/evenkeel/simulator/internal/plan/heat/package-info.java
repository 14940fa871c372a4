/** The hottest partitions and their keys. Pure. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.heat;

import org.jspecify.annotations.NullMarked;
