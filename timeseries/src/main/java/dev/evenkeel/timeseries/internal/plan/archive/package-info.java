/** How the archive of a period table is written, verified and noted; see the formats beside it. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.archive;

import org.jspecify.annotations.NullMarked;
