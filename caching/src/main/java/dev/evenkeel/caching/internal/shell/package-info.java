/** What waits, and what reads ahead of time. */
@NullMarked
package dev.evenkeel.caching.internal.shell;

import org.jspecify.annotations.NullMarked;
