/** The cost of archives of period tables, beside archives written by hand. */
@NullMarked
package dev.evenkeel.benchmarks.archives;

import org.jspecify.annotations.NullMarked;
