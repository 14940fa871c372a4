/**
 * The archive of a period table: writing, verification and progress notes; see the formats beside
 * it.
 */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.archive;

import org.jspecify.annotations.NullMarked;
