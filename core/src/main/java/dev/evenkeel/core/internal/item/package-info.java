/** Order of keys, and sums of consumed capacity. */
@NullMarked
package dev.evenkeel.core.internal.item;

import org.jspecify.annotations.NullMarked;
