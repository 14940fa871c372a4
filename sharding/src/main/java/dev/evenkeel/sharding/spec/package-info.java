/**
 * What can be asked of sharding: the spec of a table, the selectors, the annotations that say both
 * on entities, the exceptions.
 */
@NullMarked
package dev.evenkeel.sharding.spec;

import org.jspecify.annotations.NullMarked;
