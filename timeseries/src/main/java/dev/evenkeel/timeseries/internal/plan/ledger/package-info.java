/** The ledger of the lifecycle: what is stored of period tables, and how it is read and written. */
@NullMarked
package dev.evenkeel.timeseries.internal.plan.ledger;

import org.jspecify.annotations.NullMarked;
