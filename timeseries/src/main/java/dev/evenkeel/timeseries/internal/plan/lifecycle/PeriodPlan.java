package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.internal.plan.archive.WriteDeadline;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ActionOrder.Phase;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.Scaling;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Decides for one period. */
final class PeriodPlan {
  /** The ledger keeps the entry of a deleted table much longer than DescribeTable may show it. */
  private static final Duration FORGETTING = Duration.ofDays(1);

  private final TimeSeriesSpec spec;
  private final Instant now;
  private final TimeSpan span;
  private final String name;
  private final ActionOrder actions;

  PeriodPlan(TimeSeriesSpec spec, Instant now, TimeSpan span, ActionOrder actions) {
    this.spec = spec;
    this.now = now;
    this.span = span;
    this.name = spec.tables().nameOf(span);
    this.actions = actions;
  }

  /** Whether the period accepts items now or soon. */
  private boolean isOpen() {
    return now.isBefore(spec.lastWrite(span));
  }

  /** The table does not exist. */
  void absent(@Nullable LedgerEntry entry) {
    if (isOpen()) {
      if (entry != null && isMissed(entry)) {
        actions.note("table '%s' is gone, and this lifecycle did not delete it".formatted(name));
      }
      actions.add(Phase.BUILD, new Build(name, span, begins()));
    } else if (entry != null) {
      past(entry);
    }
  }

  private static boolean isMissed(LedgerEntry entry) {
    return entry.state() == State.SERVING || entry.state() == State.RETIRED;
  }

  private void past(LedgerEntry entry) {
    if (entry.state() == State.DELETING) {
      actions.add(Phase.FORGET, new Forget(name, span, "it is deleted"));
    } else if (isMissed(entry) && !isPastRetention()) {
      actions.note("table '%s' is gone, and this lifecycle did not delete it".formatted(name));
    } else if (!now.isBefore(spec.lastWrite(span).plus(FORGETTING))) {
      actions.add(Phase.FORGET, new Forget(name, span, "its time is over, and it is not there"));
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
   * The table exists.
   *
   * @param isLast whether there is no other
   */
  void present(
      ObservedTable table,
      @Nullable LedgerEntry entry,
      boolean isLast,
      RunLimits limits,
      ScaledTables scaled) {
    if (table.ownership() != Ownership.OURS) {
      actions.note(
          "table '%s' is in the way: %s. It is not touched."
              .formatted(
                  name,
                  table.ownership() == Ownership.FOREIGN
                      ? "it is another's"
                      : "its ownership cannot be determined"));
    } else if (table.status() == TableStatus.DELETING) {
      if (isOpen()) {
        actions.note("table '%s' is being deleted although items may come".formatted(name));
      }
    } else if (!table.settled()) {
      unsettled(table, entry);
    } else if (!delete(table, entry, isLast, limits)) {
      settled(table, entry, scaled);
    }
  }

  private void unsettled(ObservedTable table, @Nullable LedgerEntry entry) {
    if (!open(entry)) {
      actions.note(
          "table '%s' is %s, or an index of it is; the next run goes on"
              .formatted(name, table.status()));
    }
  }

  /** Whether it is to be opened, which is planned then. */
  private boolean open(@Nullable LedgerEntry entry) {
    if (entry == null) {
      actions.add(Phase.OPEN, new Open(name, span, "it is ours and unknown here"));
    } else if (entry.state() == State.BUILDING) {
      actions.add(Phase.OPEN, new Open(name, span, "it was built, or adopted"));
    } else if (entry.state() == State.SERVING && !entry.isAnnounced()) {
      String reason = "it serves, and its settings or hooks are not done";
      actions.add(Phase.OPEN, new Open(name, span, reason));
    } else {
      return false;
    }
    return true;
  }

  private void settled(ObservedTable table, @Nullable LedgerEntry entry, ScaledTables scaled) {
    open(entry);
    if (span.start().isAfter(now.plus(spec.prebuild()))) {
      actions.note(
          "table '%s' is ahead of its time, and paid for: delete it if a wrong clock had it built"
              .formatted(name));
    }
    if (entry != null && isReopened(table, entry)) {
      Instant last = WriteDeadline.last(spec, span);
      actions.add(Phase.REOPEN, new Reopen(name, span, "items may come until %s".formatted(last)));
    }
    boolean isToArchive = isToArchive(table, entry);
    Targets aged = Targets.of(spec, span, now, table.indexNames());
    Targets targets = isToArchive ? aged.readBy(Targets.archiveUnits(spec)) : aged;
    resize(table, isOpen() ? targets.atLeast(table) : targets, scaled);
    reclass(table, entry, targets);
    if (entry != null && entry.state() == State.SERVING && !isOpen()) {
      actions.add(
          Phase.RETIRE,
          new Retire(name, span, "the last item may have come " + spec.lastWrite(span)));
    }
    if (isToArchive) {
      actions.add(
          Phase.ARCHIVE,
          new Archive(name, span, "nobody writes to it since " + spec.frozenFrom(span)));
    }
  }

  /**
   * Whether the time has come, as long after the last writers were refused as clocks may differ,
   * and there is no verified archive yet.
   */
  private boolean isToArchive(ObservedTable table, @Nullable LedgerEntry entry) {
    Instant frozen = spec.frozenFrom(span);
    return frozen != null
        && !now.isBefore(frozen.plus(spec.futureTolerance()))
        && entry != null
        && entry.state() == State.RETIRED
        && !entry.isArchived()
        && entry.isOf(table.id(), table.created());
  }

  /**
   * Whether items may come although its archive has begun or is made: the spec or the clock were
   * others then. The archive may lack them, also when spec and clock are again what they were.
   */
  private boolean isReopened(ObservedTable table, LedgerEntry entry) {
    return (entry.isFrozen() || entry.isArchived())
        && entry.isOf(table.id(), table.created())
        && spec.archive() != null
        && now.isBefore(WriteDeadline.last(spec, span));
  }

  private void resize(ObservedTable table, Targets targets, ScaledTables scaled) {
    CapacityChange sizing = new CapacityChange(table, targets.capacity(), targets.indexes(), now);
    if (!sizing.differs() || spec.scaling() == Scaling.EXTERNAL) {
      return;
    }
    if (scaled.tables().contains(name) || (sizing.lowers() && !scaled.isKnown())) {
      leave(sizing, scaled);
      return;
    }
    Resize resize =
        new Resize(
            name, targets.capacity(), targets.indexes(), targets.reason() + ": " + sizing.change());
    if (!sizing.lowers()) {
      actions.add(Phase.RAISE, resize);
    } else if (sizing.mayBeNow()) {
      actions.add(Phase.LOWER, resize, sizing.savedUnits());
    } else {
      actions.note(
          "table '%s' is to be lowered, and may be %s".formatted(name, sizing.lowerableFrom()));
    }
  }

  /** Leaves the capacity of a table alone that has, or may have, scalable targets. */
  private void leave(CapacityChange sizing, ScaledTables scaled) {
    if (scaled.isKnown() && !isOpen()) {
      actions.note(
          "table '%s' has scalable targets, so its capacity is left alone (%s): deregister them when its time is over"
              .formatted(name, sizing.change()));
    } else if (!scaled.isKnown()) {
      actions.note(
          "table '%s' is to be lowered (%s), and its scalable targets cannot be determined"
              .formatted(name, sizing.change()));
    }
  }

  private void reclass(ObservedTable table, @Nullable LedgerEntry entry, Targets targets) {
    TableClass wanted = targets.tableClass();
    boolean isKnown = entry == null || !entry.lacking().contains(TableSetting.TABLE_CLASS);
    if (wanted != null && wanted != table.tableClass() && isKnown) {
      actions.add(
          Phase.RECLASS,
          new Reclass(
              name,
              wanted,
              "%s: %s -> %s".formatted(targets.reason(), table.tableClass(), wanted)));
    }
  }

  private boolean isPastRetention() {
    return PeriodsNeeded.isPast(spec, span, now);
  }

  /** Whether the table is deleted in this run. */
  private boolean delete(
      ObservedTable table, @Nullable LedgerEntry entry, boolean isLast, RunLimits limits) {
    if (!isPastRetention()) {
      return false;
    }
    String obstacle = obstacle(table, entry, isLast, limits);
    if (obstacle != null) {
      actions.note("table '%s' is past its retention and stays: %s".formatted(name, obstacle));
      return false;
    }
    actions.add(
        Phase.DELETE,
        new Delete(
            name,
            span,
            "kept for %s after its last item"
                .formatted(TimeText.of(requireNonNull(spec.retention().age())))));
    return true;
  }

  private @Nullable String obstacle(
      ObservedTable table, @Nullable LedgerEntry entry, boolean isLast, RunLimits limits) {
    if (limits.deletesMax() == 0) {
      return "this run deletes nothing, which takes '--delete' and 'lifecycle.deletes', or deletes(n)";
    }
    if (entry == null || entry.state() == State.BUILDING) {
      return "the ledger does not know it yet";
    }
    if (!entry.isOf(table.id(), table.created())) {
      return "it is not the table that the ledger knows by this name";
    }
    if (!spec.retention().withoutArchive()) {
      if (!entry.isArchived()) {
        return isToArchive(table, entry)
            ? "its archive comes first, and a later run deletes it"
            : "it has no verified archive";
      } else if (spec.archive() == null) {
        return "it has an archive, and the spec does not say where to look at it";
      }
    }
    if (isLast || limits.held().containsKey(name)) {
      return isLast ? "it is the last one" : limits.held().get(name);
    }
    return actions.count(Phase.DELETE) >= limits.deletesMax()
        ? "%d deletes are enough for one run".formatted(limits.deletesMax())
        : null;
  }
}
