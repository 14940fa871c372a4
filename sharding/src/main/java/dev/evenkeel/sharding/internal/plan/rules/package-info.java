/**
 * What a request on a sharded table may not contain, and what updates and projections carry along.
 */
@NullMarked
package dev.evenkeel.sharding.internal.plan.rules;

import org.jspecify.annotations.NullMarked;
