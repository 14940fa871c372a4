/** What archives of period tables cost beside what one would write by hand. */
@NullMarked
package dev.evenkeel.benchmarks.archives;

import org.jspecify.annotations.NullMarked;
