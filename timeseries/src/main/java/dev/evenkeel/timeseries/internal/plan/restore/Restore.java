package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Restores archives of one series, under a lease for each target. */
public final class Restore {
  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final RestoreOrder order;
  private final Catalog catalog;

  private Restore(TimeSeriesSpec spec, RunSettings settings, RestoreOrder order) {
    this.spec = spec;
    this.settings = settings;
    this.order = order;
    this.catalog = new Catalog(settings.controlTable(), spec.tableName());
  }

  /**
   * Continues a restore until it is done, has to wait for long, or the budget is spent.
   *
   * @param owner a name that no other run has
   * @throws IllegalArgumentException if the target cannot be a table beside those of the series
   */
  public static Flow<RestoreReport> flow(
      TimeSeriesSpec spec, RunSettings settings, String owner, RestoreOrder order) {
    String target = order.target();
    if (!TableName.isName(target)) {
      throw new IllegalArgumentException(
          "'%s' can be no name of a table: it has 3 to 255 of the characters A-Z, a-z, 0-9, '_', '-' and '.'. Restore to another ('--to', or RestoreOrder.to)"
              .formatted(target));
    }
    if (spec.tables().periodOf(target) != null || target.equals(settings.controlTable())) {
      throw new IllegalArgumentException(
          "'%s' is the name of a period table or the control table: restore to another"
              .formatted(target));
    }
    Restore restore = new Restore(spec, settings, order);
    return Flow.defer(
        () ->
            restore
                .catalog
                .find(order.tableName())
                .then(found -> restore.of(found.orElse(null), owner)));
  }

  private Flow<RestoreReport> of(@Nullable ArchivedTable archive, String owner) {
    if (archive == null || spec.archive() == null) {
      return Flow.failed(
          new RefusedOperationException(
              "restore",
              order.tableName(),
              "there is no archive of it",
              "Look at the catalogue of archives, and that the spec has the archive policy"));
    }
    return ArchiveVerification.requireReadable("restore", spec.archive(), archive)
        .then(done -> leased(archive, owner));
  }

  private Flow<RestoreReport> leased(ArchivedTable archive, String owner) {
    Lease.Key place =
        new Lease.Key(
            settings.controlTable(),
            LedgerFormat.key(
                RestoreFormat.partition(spec.tableName(), order.target()) + "#lease",
                RestoreFormat.LEASE));
    return HeldLease.under(
        place,
        owner,
        settings.leaseLength(),
        busy ->
            Flow.of(
                new RestoreReport(
                    order.target(), State.BUSY, 0, archive.items(), "another call is at work")),
        held -> Now.ask().then(now -> under(archive, held, now)));
  }

  private Flow<RestoreReport> under(ArchivedTable archive, HeldLease held, Instant now) {
    Instant end = now.plus(settings.budget());
    return new RestoreRun(spec, settings, order, catalog, archive, held, end).whole();
  }
}
