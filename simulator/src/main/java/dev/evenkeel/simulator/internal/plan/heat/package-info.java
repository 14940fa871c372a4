/** Which partitions met most, and for which keys. Pure. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.heat;

import org.jspecify.annotations.NullMarked;
