/** One table per period behind one logical table: the clients and the lifecycle of the tables. */
@NullMarked
package dev.evenkeel.timeseries;

import org.jspecify.annotations.NullMarked;
