package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger says of one series.
 *
 * @param entries of its tables
 * @param seen the latest instant that a run saw; null before the first
 */
public record LedgerView(List<LedgerEntry> entries, @Nullable Instant seen) {
  /** Copies the list. */
  public LedgerView {
    entries = List.copyOf(entries);
  }
}
