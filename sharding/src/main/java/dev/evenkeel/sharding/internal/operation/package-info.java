/** What will happen: one request in, a flow or a refusal out. No I/O, no time, no threads. */
@NullMarked
package dev.evenkeel.sharding.internal.operation;

import org.jspecify.annotations.NullMarked;
