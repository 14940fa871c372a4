/** Keys composed of several attributes, for the Enhanced Client; sharded or not. */
@NullMarked
package dev.evenkeel.sharding.spec.composite;

import org.jspecify.annotations.NullMarked;
