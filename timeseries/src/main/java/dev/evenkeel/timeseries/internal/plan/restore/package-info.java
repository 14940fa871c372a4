/** How an archive becomes a table again. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.restore;

import org.jspecify.annotations.NullMarked;
