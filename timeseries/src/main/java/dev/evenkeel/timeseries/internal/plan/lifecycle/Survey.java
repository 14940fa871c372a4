package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger.LedgerView;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScalingLookup;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunClock;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Surveys the tables and ledger of one series, and plans. Writes nothing.
 *
 * <p>A table that cannot be described is noted and skipped by this run; it must not delay the
 * others.
 */
final class Survey {
  /** The number of tables that are described at a time. */
  private static final int WIDTH = 8;

  /** A name that ListTables takes as a start has at least so many characters. */
  private static final int NAME_LENGTH_MIN = 3;

  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final SeriesTableNames names;
  private final List<ObservedTable> tables = new ArrayList<>();
  private final SortedMap<String, String> unseen = new TreeMap<>();
  private final Map<String, LedgerEntry> entries = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final SortedMap<String, TableDescription> live = new TreeMap<>();
  private final List<Drift> drift = new ArrayList<>();
  private final boolean looksForDrift;
  private final @Nullable LifecyclePlan saved;

  private Survey(
      TimeSeriesSpec spec,
      RunSettings settings,
      boolean looksForDrift,
      @Nullable LifecyclePlan saved) {
    this.spec = spec;
    this.settings = settings;
    this.names = new SeriesTableNames(spec);
    this.looksForDrift = looksForDrift;
    this.saved = saved;
  }

  /**
   * The survey and its plan.
   *
   * @param moment the time it was made for
   * @param entries of the ledger, by table
   * @param tables that were seen, in the order of their names
   * @param unseen the tables that could not be read
   * @param beforeSince the names of tables that are there and lie before the spec's first period
   */
  record SurveyResult(
      LifecyclePlan plan,
      RunClock moment,
      Map<String, LedgerEntry> entries,
      List<ObservedTable> tables,
      Set<String> unseen,
      List<String> beforeSince) {

    /** Whether items can be written to a table; by the ledger, where it could not be read. */
    boolean serves(String name) {
      LedgerEntry entry = entries.get(name);
      return entry != null
          && (entry.state() == State.SERVING || entry.state() == State.RETIRED)
          && (unseen.contains(name) || tables.stream().anyMatch(table -> isServing(table, name)));
    }

    private static boolean isServing(ObservedTable table, String name) {
      return table.name().equals(name)
          && table.ownership() == Ownership.OURS
          && table.status() != TableStatus.CREATING
          && table.status() != TableStatus.DELETING;
    }
  }

  /** Makes the survey of a run. */
  static Flow<SurveyResult> flow(TimeSeriesSpec spec, RunSettings settings) {
    return flow(spec, settings, settings.limits().reconciles(), null);
  }

  /**
   * Makes a survey.
   *
   * @param looksForDrift whether the settings of live tables are compared, too
   * @param saved the plan that is to be applied; null to plan anew
   */
  static Flow<SurveyResult> flow(
      TimeSeriesSpec spec,
      RunSettings settings,
      boolean looksForDrift,
      @Nullable LifecyclePlan saved) {
    return Flow.defer(() -> new Survey(spec, settings, looksForDrift, saved).whole());
  }

  private Flow<SurveyResult> whole() {
    return new Ledger(settings.controlTable(), spec.tableName())
        .read()
        .then(view -> Now.ask().map(now -> at(view, now)))
        .then(
            moment ->
                named()
                    .then(Flow.defer(this::described))
                    .then(done -> drifted(moment))
                    .then(done -> limits(moment))
                    .then(limits -> concluded(moment, limits)));
  }

  private RunClock at(LedgerView view, Instant now) {
    for (LedgerEntry entry : view.entries()) {
      entries.put(entry.tableName(), entry);
      names.known(entry.tableName());
    }
    RunClock moment = RunClock.of(spec.tableName(), now, view.latest(), settings.clockJumpMax());
    if (moment.isDoubtful()) {
      notes.add(
          "the last run saw %s, and now it is %s: nothing is lowered, retired or deleted until the clock is accepted ('evenkeel tables accept-clock', or acceptClock())"
              .formatted(TimeText.of(requireNonNull(view.latest())), TimeText.of(now)));
    }
    return moment;
  }

  /** Adds tables without a ledger entry: of an earlier ledger, or built by others. */
  private Flow<Done> named() {
    String prefix = spec.tables().prefix();
    return TableLookup.names(prefix.length() < NAME_LENGTH_MIN ? null : prefix, names::listed)
        .recover(
            ErrorCode::isDenied,
            failure -> {
              notes.add("ListTables is denied: only tables in the ledger are checked");
              return Flow.done();
            });
  }

  private Flow<Done> described() {
    List<Flow<Done>> all = names.all().stream().map(name -> Flow.defer(() -> one(name))).toList();
    return Flow.failFast(all, WIDTH).map(done -> Done.DONE);
  }

  private Flow<Done> one(String name) {
    return TableLookup.of(name)
        .then(described -> described.table() == null ? Flow.done() : proven(described.table()))
        .recover(
            Refusals::isReportable,
            failure -> {
              unseen.put(name, Refusals.text(failure));
              return Flow.done();
            });
  }

  private Flow<Done> proven(TableDescription table) {
    return settings
        .ownershipOf(spec.tableName(), table, entries.get(table.tableName()))
        .map(
            ownership -> {
              ObservedTable observed = ObservedTable.of(table, ownership);
              LedgerEntry entry = entries.get(table.tableName());
              if (looksForDrift
                  && ownership == Ownership.OURS
                  && observed.settled()
                  && entry != null
                  && entry.state() == State.SERVING
                  && entry.isAnnounced()) {
                live.put(observed.name(), table);
              }
              tables.add(observed);
              return Done.DONE;
            });
  }

  /** Collects the drift of live tables. That of old ones does no harm any more. */
  private Flow<Done> drifted(RunClock moment) {
    Flow<Done> all = Flow.done();
    for (Map.Entry<String, TableDescription> table : live.entrySet()) {
      TimeSpan span = spec.tables().periodOf(table.getKey());
      if (span != null && moment.now().isBefore(spec.lastWrite(span))) {
        all = all.then(done -> drifted(table.getValue()));
      }
    }
    return all;
  }

  private Flow<Done> drifted(TableDescription table) {
    return TableState.of(spec, table, entries.get(table.tableName()))
        .atResult(state -> drift.addAll(DriftDetection.of(state)))
        .map(state -> Done.DONE)
        .recover(
            Refusals::isReportable,
            failure -> {
              notes.add(
                  "settings of table '%s' could not be read: %s"
                      .formatted(table.tableName(), Refusals.text(failure)));
              return Flow.done();
            });
  }

  /** Rows of a companion stay as long as their items. */
  private Flow<RunLimits> limits(RunClock moment) {
    RunLimits limits = settings.limitsAt(moment);
    return spec.companionOf() == null
        ? Flow.of(limits)
        : ItemsTable.held(spec, settings.controlTable(), tables, moment.now(), saved)
            .map(limits::holding);
  }

  /** Scalable targets are read only if capacity would be changed. */
  private Flow<SurveyResult> concluded(RunClock moment, RunLimits limits) {
    tables.sort(Comparator.comparing(ObservedTable::name));
    LifecyclePlan plan = planned(moment, limits, ScaledTables.NONE);
    Set<String> names =
        plan.actions().stream()
            .filter(Resize.class::isInstance)
            .map(TableAction::tableName)
            .collect(Collectors.toSet());
    List<ObservedTable> resized =
        tables.stream().filter(table -> names.contains(table.name())).toList();
    return !settings.asksTargets() || resized.isEmpty()
        ? Flow.of(result(moment, plan))
        : ScalingLookup.among(resized)
            .recover(Refusals::isReportable, this::unreported)
            .map(scaled -> result(moment, planned(moment, limits, scaled)));
  }

  private Flow<ScaledTables> unreported(Throwable failure) {
    notes.add("scalable targets could not be read: " + Refusals.text(failure));
    return Flow.of(ScaledTables.UNKNOWN);
  }

  private LifecyclePlan planned(RunClock moment, RunLimits limits, ScaledTables scaled) {
    return LifecyclePlanner.plan(
        spec, moment.now(), tables, unseen.keySet(), entries.values(), limits, scaled, drift);
  }

  private SurveyResult result(RunClock moment, LifecyclePlan plan) {
    unseen.forEach(
        (name, why) -> notes.add("table '%s' could not be read: %s".formatted(name, why)));
    List<String> all = new ArrayList<>(notes);
    all.addAll(names.note());
    all.addAll(plan.notes());
    return new SurveyResult(
        new LifecyclePlan(
            plan.series(), plan.at(), plan.actions(), all, plan.drift(), plan.fingerprint()),
        moment,
        Map.copyOf(entries),
        List.copyOf(tables),
        Set.copyOf(unseen.keySet()),
        names.beforeSince());
  }
}
