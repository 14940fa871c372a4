/** Reading a whole table in segments, at a pace, so that it can be broken off and gone on with. */
@NullMarked
package dev.evenkeel.core.internal.scan;

import org.jspecify.annotations.NullMarked;
