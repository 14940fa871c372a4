/** What tests of archives share. */
@NullMarked
package dev.evenkeel.timeseries.archive;

import org.jspecify.annotations.NullMarked;
