package dev.evenkeel.timeseries;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.internal.plan.lifecycle.AdoptTable;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ArchiveSlices;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ControlTable;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RebuildCatalogue;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.lifecycle.SeriesRun;
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
import dev.evenkeel.timeseries.internal.plan.restore.Restore;
import dev.evenkeel.timeseries.internal.shell.LifecycleCalls.Environment;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.util.List;
import java.util.function.Function;

/** The operations of both lifecycles, as flows. A few series run at a time. */
record Lifecycles(List<TimeSeriesSpec> specs, RunSettings settings) {
  private static final int WIDTH = 4;

  Flow<Done> createControlTable() {
    return ControlTable.create(settings.controlTable(), settings.budget(), settings.isLocal());
  }

  Flow<List<LifecyclePlan>> plan() {
    return each(spec -> SeriesRun.plan(spec, settings));
  }

  Flow<List<SeriesStatus>> status() {
    return each(spec -> SeriesRun.status(spec, settings));
  }

  Flow<List<LifecycleReport>> run() {
    return each(spec -> SeriesRun.run(spec, settings, Environment.freshOwner()));
  }

  Flow<List<LifecycleReport>> archive() {
    return each(spec -> SeriesRun.archive(spec, settings, Environment.freshOwner()));
  }

  Flow<LifecycleReport> apply(LifecyclePlan plan) {
    for (TimeSeriesSpec spec : specs) {
      if (spec.tableName().equals(plan.series())) {
        return SeriesRun.apply(spec, settings, Environment.freshOwner(), plan);
      }
    }
    throw new IllegalArgumentException(
        "the plan is for '%s', which has no spec here".formatted(plan.series()));
  }

  Flow<Done> adopt(String tableName) {
    return AdoptTable.flow(specOf(tableName), settings, Environment.freshOwner(), tableName);
  }

  Flow<RestoreReport> restore(RestoreOrder order) {
    TimeSeriesSpec spec = specOf(order.tableName());
    if (specs.stream().anyMatch(any -> any.tables().periodOf(order.target()) != null)) {
      throw new IllegalArgumentException(
          "'%s' is the name of a period table: restore to another".formatted(order.target()));
    }
    Flow<RestoreReport> items = Restore.flow(spec, settings, Environment.freshOwner(), order);
    TimeSpan span = requireNonNull(spec.tables().periodOf(order.tableName()));
    for (TimeSeriesSpec rows : specs) {
      TimeSeriesSpec owner = rows.companionOf();
      if (owner != null
          && owner.tables().equals(spec.tables())
          && !span.start().isBefore(rows.since())) {
        items = rowsThen(rows, ofRows(rows.tables().nameOf(span), order), items);
      }
    }
    return items;
  }

  private static RestoreOrder ofRows(String tableName, RestoreOrder items) {
    return new RestoreOrder(
        tableName,
        tableName + RestoreOrder.SUFFIX,
        items.writeUnitsPerSecond(),
        items.retrievalTier(),
        items.restoredFor(),
        items.job());
  }

  /**
   * Rows come before the items that need them. Those of a table that is there need no restore,
   * unless a run deletes it before the items are restored; after that no run does.
   */
  private Flow<RestoreReport> rowsThen(
      TimeSeriesSpec rows, RestoreOrder order, Flow<RestoreReport> items) {
    return orRestored(
        rows,
        order,
        items.then(
            report ->
                report.isDone()
                    ? orRestored(rows, order, Flow.of(report), Flow.of(report))
                    : Flow.of(report)),
        items);
  }

  /** Continues at once if a table is there, and otherwise when it is restored. */
  private Flow<RestoreReport> orRestored(
      TimeSeriesSpec rows,
      RestoreOrder order,
      Flow<RestoreReport> atOnce,
      Flow<RestoreReport> restored) {
    return TableLookup.of(order.tableName())
        .then(
            found ->
                found.staying() != null
                    ? atOnce
                    : Restore.flow(rows, settings, Environment.freshOwner(), order)
                        .then(report -> report.isDone() ? restored : Flow.of(report)));
  }

  Flow<List<ArchivedTable>> archives() {
    return joined(
        each(spec -> new Catalog(settings.controlTable(), spec.tableName()).list(null, null)));
  }

  Flow<List<String>> checkControlTable() {
    return ControlTable.lacking(settings.controlTable());
  }

  Flow<List<FoundArchive>> planCatalogue() {
    return joined(each(spec -> RebuildCatalogue.plan(spec, settings)));
  }

  Flow<List<FoundArchive>> rebuildCatalogue() {
    return joined(each(spec -> RebuildCatalogue.run(spec, settings, Environment.freshOwner())));
  }

  private static <T> Flow<List<T>> joined(Flow<List<List<T>>> lists) {
    return lists.map(all -> all.stream().flatMap(List::stream).toList());
  }

  Flow<Done> restartArchive(String tableName) {
    return ArchiveSlices.restart(specOf(tableName), settings, Environment.freshOwner(), tableName);
  }

  private TimeSeriesSpec specOf(String tableName) {
    for (TimeSeriesSpec spec : specs) {
      if (spec.tables().periodOf(tableName) != null) {
        return spec;
      }
    }
    throw new IllegalArgumentException(
        "table '%s' has the name of no period table of a spec here".formatted(tableName));
  }

  Flow<Done> acceptClock() {
    return each(spec ->
            Flow.ask(new Now())
                .then(
                    now -> new Ledger(settings.controlTable(), spec.tableName()).acceptClock(now)))
        .map(done -> Done.DONE);
  }

  private <T> Flow<List<T>> each(Function<TimeSeriesSpec, Flow<T>> flow) {
    return Flow.awaitAll(
        specs.stream().map(spec -> Flow.defer(() -> flow.apply(spec))).toList(), WIDTH);
  }
}
