/**
 * The limits of requests on a sharded table, and the attributes that updates and projections carry
 * along.
 */
@NullMarked
package dev.evenkeel.sharding.internal.expression;

import org.jspecify.annotations.NullMarked;
