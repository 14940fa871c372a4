/**
 * Expressions of requests on a sharded table: in terms of the stored keys, with the attributes that
 * updates carry along, and refused where they cannot be honoured.
 */
@NullMarked
package dev.evenkeel.sharding.internal.expression;

import org.jspecify.annotations.NullMarked;
