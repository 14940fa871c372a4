/** A tier for caches of several processes, on a server that speaks the Redis protocol. */
@NullMarked
package dev.evenkeel.redis;

import org.jspecify.annotations.NullMarked;
