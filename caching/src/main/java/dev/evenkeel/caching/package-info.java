/** Clients that answer reads of popular items from memory. */
@NullMarked
package dev.evenkeel.caching;

import org.jspecify.annotations.NullMarked;
