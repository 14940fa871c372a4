/** The items in memory, and when they may be there. */
@NullMarked
package dev.evenkeel.caching.internal.store;

import org.jspecify.annotations.NullMarked;
