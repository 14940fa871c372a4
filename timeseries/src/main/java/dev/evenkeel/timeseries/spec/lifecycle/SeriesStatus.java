package dev.evenkeel.timeseries.spec.lifecycle;

import java.util.List;

/**
 * The state of one series, as a run would find it.
 *
 * @param plan the due actions, and notes
 * @param tables that were seen, in the order of their names, which is that of their periods; those
 *     that are none of the series' own are among them, if they have the name of a period
 * @param ledger the ledger's entries, in the order of their names
 * @param beforeSince the names of tables that are there and lie before the spec's {@code since}, in
 *     their order: they are left alone, and are not among {@code tables}. Empty where ListTables is
 *     denied
 */
public record SeriesStatus(
    LifecyclePlan plan,
    List<ObservedTable> tables,
    List<LedgerEntry> ledger,
    List<String> beforeSince) {

  /** Copies the lists. */
  public SeriesStatus {
    tables = List.copyOf(tables);
    ledger = List.copyOf(ledger);
    beforeSince = List.copyOf(beforeSince);
  }

  /** The logical table. */
  public String series() {
    return plan.series();
  }
}
