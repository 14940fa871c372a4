/** Plans for tables of counters: additions go to any row, reads sum all of them. */
@NullMarked
package dev.evenkeel.sharding.internal.counter;

import org.jspecify.annotations.NullMarked;
