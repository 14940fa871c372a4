/**
 * The state that outlives a call, and the I/O and clocks behind it: sessions on layout records,
 * their renewal, and the watch for hot keys.
 */
@NullMarked
package dev.evenkeel.sharding.internal.shell;

import org.jspecify.annotations.NullMarked;
