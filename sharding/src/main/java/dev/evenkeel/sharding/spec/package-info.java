/** The public types of sharding: specs, selectors, annotations for entities, and exceptions. */
@NullMarked
package dev.evenkeel.sharding.spec;

import org.jspecify.annotations.NullMarked;
