/** What requests to a real table cost, and where: items as charges. Pure. */
@NullMarked
package dev.evenkeel.simulator.internal.plan.cost;

import org.jspecify.annotations.NullMarked;
