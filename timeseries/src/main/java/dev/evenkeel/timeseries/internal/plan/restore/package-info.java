/** The restore of an archive into a table. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.restore;

import org.jspecify.annotations.NullMarked;
