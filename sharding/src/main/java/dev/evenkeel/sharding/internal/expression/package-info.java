/**
 * What a request on a sharded table may not contain, and what updates and projections carry along.
 */
@NullMarked
package dev.evenkeel.sharding.internal.expression;

import org.jspecify.annotations.NullMarked;
