/** Plans: a request becomes a flow or a refusal. No I/O, no time, no threads. */
@NullMarked
package dev.evenkeel.sharding.internal.operation;

import org.jspecify.annotations.NullMarked;
