/** Items on their way from one layout to another, while reads and writes go on. */
@NullMarked
package dev.evenkeel.sharding.internal.move;

import org.jspecify.annotations.NullMarked;
