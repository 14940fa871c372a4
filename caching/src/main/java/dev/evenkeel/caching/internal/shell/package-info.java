/** Threads: waiting for shared reads, refreshing items, and asking the remote tier. */
@NullMarked
package dev.evenkeel.caching.internal.shell;

import org.jspecify.annotations.NullMarked;
