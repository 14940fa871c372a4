/** Archives of period tables: how they are made, what is known of them, and what can go wrong. */
@NullMarked
package dev.evenkeel.timeseries.spec.archive;

import org.jspecify.annotations.NullMarked;
