/** Helpers of the tests of archives. */
@NullMarked
package dev.evenkeel.timeseries.archive;

import org.jspecify.annotations.NullMarked;
