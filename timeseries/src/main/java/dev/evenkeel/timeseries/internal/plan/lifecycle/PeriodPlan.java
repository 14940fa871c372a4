package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Decides for one period. */
final class PeriodPlan {
  private final TimeSeriesSpec spec;
  private final Instant now;
  private final TimeSpan span;
  private final String name;
  private final Phases phases;

  PeriodPlan(TimeSeriesSpec spec, Instant now, TimeSpan span, Phases phases) {
    this.spec = spec;
    this.now = now;
    this.span = span;
    this.name = spec.tables().nameOf(span);
    this.phases = phases;
  }

  /** Whether an item may still come, or may come soon. */
  private boolean isOpen() {
    return now.isBefore(spec.lastWrite(span));
  }

  /** There is no such table. */
  void absent(@Nullable LedgerEntry entry) {
    boolean served =
        entry != null && entry.state() != State.BUILDING && entry.state() != State.DELETING;
    if (served) {
      phases.note("table '%s' is gone, and nobody here deleted it".formatted(name));
    }
    if (isOpen()) {
      phases.build(new Build(name, span, begins()));
    }
  }

  private String begins() {
    if (now.isBefore(span.start())) {
      return "its period begins at " + span.start();
    }
    return span.contains(now)
        ? "its period began at " + span.start()
        : "items may come until " + spec.lastWrite(span);
  }

  /**
   * There is one.
   *
   * @param isLast whether there is no other
   */
  void present(
      ObservedTable table, @Nullable LedgerEntry entry, boolean isLast, Switches switches) {
    if (table.ownership() != Ownership.OURS) {
      phases.note(
          "table '%s' is in the way: %s. It is not touched."
              .formatted(
                  name,
                  table.ownership() == Ownership.FOREIGN
                      ? "it is another's"
                      : "nobody can tell whether it is ours"));
    } else if (table.status() == TableStatus.DELETING) {
      if (isOpen()) {
        phases.note("table '%s' is being deleted although items may come".formatted(name));
      }
    } else if (!table.settled()) {
      phases.note("table '%s' is %s; the next run goes on".formatted(name, table.status()));
    } else if (!delete(table, entry, isLast, switches)) {
      settled(table, entry);
    }
  }

  private void settled(ObservedTable table, @Nullable LedgerEntry entry) {
    Targets targets = Targets.of(spec, span, now);
    if (entry == null || entry.state() == State.BUILDING) {
      phases.open(
          new Open(name, span, entry == null ? "it is ours and unknown here" : "it was built"));
    }
    Sizing.plan(table, targets, now, phases);
    if (targets.tableClass() != null && targets.tableClass() != table.tableClass()) {
      phases.reclass(
          new Reclass(
              name,
              targets.tableClass(),
              "%s: %s -> %s"
                  .formatted(targets.reason(), table.tableClass(), targets.tableClass())));
    }
    if (entry != null && entry.state() == State.SERVING && !isOpen()) {
      phases.retire(new Retire(name, span, "the last item may have come " + spec.lastWrite(span)));
    }
  }

  /** Whether the table is deleted in this run. */
  private boolean delete(
      ObservedTable table, @Nullable LedgerEntry entry, boolean isLast, Switches switches) {
    if (spec.retention().age() == null
        || now.isBefore(spec.lastWrite(span).plus(spec.retention().age()))) {
      return false;
    }
    String obstacle = obstacle(table, entry, isLast, switches);
    if (obstacle != null) {
      phases.note("table '%s' is past its retention and stays: %s".formatted(name, obstacle));
      return false;
    }
    phases.delete(
        new Delete(
            name, span, "kept for %s after its last item".formatted(spec.retention().age())));
    return true;
  }

  private @Nullable String obstacle(
      ObservedTable table, @Nullable LedgerEntry entry, boolean isLast, Switches switches) {
    if (!switches.deletes()) {
      return "deletes are switched off";
    }
    if (entry == null || entry.state() == State.BUILDING) {
      return "the ledger does not know it yet";
    }
    if (entry.tableId() != null && !entry.tableId().equals(table.id())) {
      return "it is not the table that the ledger knows by this name";
    }
    if (!entry.isArchived() && !spec.retention().withoutArchive()) {
      return "it has no verified archive";
    }
    if (isLast) {
      return "it is the last one";
    }
    return phases.deletes() >= switches.deletesMax()
        ? "%d deletes are enough for one run".formatted(switches.deletesMax())
        : null;
  }
}
