package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.Survey.SurveyResult;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run over one series: survey, plan and apply, under a lease. A run with nothing to do takes no
 * lease. No run depends on an earlier one: each finds unfinished work by its survey.
 */
public final class SeriesRun {
  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final String owner;
  private final Ledger ledger;
  private final boolean isOfArchives;
  private @Nullable Instant start;
  private List<String> notes = List.of();
  private Prebuilt prebuilt = Prebuilt.UNKNOWN;
  private @Nullable RunContext context;
  private @Nullable ActionExecutor executor;

  private SeriesRun(TimeSeriesSpec spec, RunSettings settings, String owner, boolean isOfArchives) {
    this.spec = spec;
    this.isOfArchives = isOfArchives;
    this.settings = settings;
    this.owner = owner;
    this.ledger = new Ledger(settings.controlTable(), spec.tableName());
  }

  /** The plan; writes nothing. */
  public static Flow<LifecyclePlan> plan(TimeSeriesSpec spec, RunSettings settings) {
    return Survey.flow(spec, settings, true, null).map(SurveyResult::plan);
  }

  /** The state and the plan; writes nothing. */
  public static Flow<SeriesStatus> status(TimeSeriesSpec spec, RunSettings settings) {
    return Survey.flow(spec, settings)
        .map(
            survey ->
                new SeriesStatus(
                    survey.plan(),
                    survey.tables(),
                    survey.entries().values().stream()
                        .sorted(Comparator.comparing(LedgerEntry::tableName))
                        .toList(),
                    survey.beforeSince()));
  }

  /**
   * Makes a plan and applies exactly it: actions that become possible meanwhile are left to the
   * next run, so that a plan shows what a run does. Fails only with what is meant for the whole
   * process; other failures are in the report.
   *
   * @param owner a name that no other run has
   */
  public static Flow<LifecycleReport> run(TimeSeriesSpec spec, RunSettings settings, String owner) {
    return Flow.defer(() -> new SeriesRun(spec, settings, owner, false).whole());
  }

  /**
   * The same, doing nothing but what has to do with archives.
   *
   * @param owner a name that no other run has
   */
  public static Flow<LifecycleReport> archive(
      TimeSeriesSpec spec, RunSettings settings, String owner) {
    return Flow.defer(() -> new SeriesRun(spec, settings, owner, true).whole());
  }

  /**
   * Does what a plan says, and nothing else. Fails only if nothing was begun, or with what is meant
   * for the whole process; other failures are in the report.
   *
   * @param owner a name that no other run has
   * @return fails with {@link LifecycleException.Reason#STALE_PLAN} if that is no longer what is to
   *     be done
   */
  public static Flow<LifecycleReport> apply(
      TimeSeriesSpec spec, RunSettings settings, String owner, LifecyclePlan plan) {
    return Flow.defer(() -> new SeriesRun(spec, settings, owner, false).applying(plan));
  }

  private Flow<LifecycleReport> whole() {
    return Now.ask()
        .then(this::surveyed)
        .recover(Refusals::isReportable, failure -> Flow.of(report(failure)));
  }

  private Flow<LifecycleReport> surveyed(Instant now) {
    start = now;
    return Survey.flow(spec, settings)
        .then(
            survey ->
                wanted(survey).isEmpty()
                    ? ended(survey)
                    : leased(
                        withPrebuilt(survey).plan(),
                        Survey.flow(spec, settings).then(this::execute)));
  }

  private List<TableAction> wanted(SurveyResult survey) {
    return survey.plan().actions().stream()
        .filter(action -> !isOfArchives || action instanceof Archive || action instanceof Reopen)
        .toList();
  }

  private Flow<LifecycleReport> applying(LifecyclePlan plan) {
    return Now.ask()
        .then(
            now -> {
              start = now;
              notes = plan.notes();
              boolean looksForDrift = settings.limits().reconciles();
              return leased(
                  plan,
                  Survey.flow(spec, settings, looksForDrift, plan)
                      .then(survey -> applyPlan(plan, survey)));
            })
        .recover(
            failure ->
                Refusals.isReportable(failure)
                    && !LifecycleException.is(failure, LifecycleException.Reason.STALE_PLAN),
            failure -> Flow.of(report(failure)));
  }

  /** Runs a flow under the lease and releases it in any case. */
  private Flow<LifecycleReport> leased(LifecyclePlan plan, Flow<LifecycleReport> working) {
    return HeldLease.under(
        ledger.lease(),
        owner,
        settings.leaseLength(),
        busy -> Flow.of(refusedByOtherRun(plan, busy)),
        held -> {
          RetryBudget retries = new RetryBudget(requireNonNull(start), settings.budget());
          context = new RunContext(spec, settings, held, retries.end());
          executor = new ActionExecutor(context, retries);
          return working;
        });
  }

  private Flow<LifecycleReport> execute(SurveyResult survey) {
    requireNonNull(context).useEntries(survey.entries());
    return requireNonNull(executor).execute(wanted(survey)).then(Flow.defer(() -> ended(survey)));
  }

  private Flow<LifecycleReport> applyPlan(LifecyclePlan plan, SurveyResult survey) {
    if (!plan.fingerprint().equals(survey.plan().fingerprint())) {
      throw LifecycleException.stalePlan(plan.series(), "tables or ledger have changed since");
    }
    if (!plan.actions().equals(survey.plan().actions())) {
      throw LifecycleException.stalePlan(
          plan.series(), "time has gone on, and other things are due");
    }
    return execute(withPrebuilt(survey));
  }

  /** Stores the time, unless it is doubtful. */
  private Flow<LifecycleReport> ended(SurveyResult survey) {
    withPrebuilt(survey);
    Flow<Done> remembered =
        survey.moment().isDoubtful() ? Flow.done() : ledger.recordTime(survey.moment().now());
    return remembered.map(done -> report(null));
  }

  /**
   * Takes what is reported. A run that is for archives alone does not judge what others are to
   * build.
   */
  private SurveyResult withPrebuilt(SurveyResult survey) {
    notes = survey.plan().notes();
    if (!isOfArchives) {
      prebuilt =
          PeriodsNeeded.of(
              spec, survey.moment().now(), name -> survey.serves(name) || isOpened(name, survey));
    }
    return survey;
  }

  /** Whether it began to serve since the survey. */
  private boolean isOpened(String name, SurveyResult before) {
    LedgerEntry entry = context == null ? null : context.entry(name);
    return entry != null
        && entry.state() == LedgerEntry.State.SERVING
        && !entry.equals(before.entries().get(name));
  }

  private LifecycleReport refusedByOtherRun(LifecyclePlan plan, Busy busy) {
    String reason = "run '%s' is at work".formatted(busy.owner());
    List<Outcome> outcomes =
        plan.actions().stream()
            .map(action -> new Outcome(action, Result.LATER, reason, null))
            .toList();
    return new LifecycleReport(
        spec.tableName(), requireNonNull(start), outcomes, plan.notes(), prebuilt, null);
  }

  private LifecycleReport report(@Nullable Throwable failure) {
    List<String> all = new ArrayList<>(notes);
    if (context != null) {
      all.addAll(context.notes());
    }
    return new LifecycleReport(
        spec.tableName(),
        requireNonNull(start),
        executor == null ? List.of() : executor.outcomes(),
        all,
        prebuilt,
        failure);
  }
}
