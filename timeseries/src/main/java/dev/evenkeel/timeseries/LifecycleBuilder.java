package dev.evenkeel.timeseries;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.internal.shell.LifecycleCalls.Environment;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of {@link TableLifecycle} and {@link TableAsyncLifecycle}. Required: at least
 * one {@link #table}, and the {@link #controlTable}. Deletes need both {@link #deletes} and a
 * retention in the spec.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class LifecycleBuilder<B extends LifecycleBuilder<B>>
    permits TableLifecycle.Builder, TableAsyncLifecycle.Builder {
  /** The default number of tables that a run may build. */
  public static final int BUILDS_MAX_DEFAULT = RunLimits.BUILDS_MAX_DEFAULT;

  /** The default wait of a run for operations under way: shorter than a Lambda's timeout. */
  public static final Duration BUDGET_DEFAULT = Duration.ofMinutes(10);

  /** The default length of a lease, for which a dead run blocks others. */
  public static final Duration LEASE_LENGTH_DEFAULT = Duration.ofMinutes(2);

  /** The default jump of the clock since the last run that is accepted. */
  public static final Duration CLOCK_JUMP_MAX_DEFAULT = Duration.ofDays(31);

  /** The lease is renewed at least this often while a run waits. */
  private static final Duration LEASE_LENGTH_MIN = Duration.ofSeconds(30);

  private final boolean showsOtherItems;
  private final BooleanSupplier isEndpointLocal;
  private final List<TimeSeriesSpec> specs = new ArrayList<>();
  private @Nullable String controlTable;
  private TableOwnership ownership = TableOwnership.byTagOrLedger();
  private RunLimits limits = RunLimits.KEEPING;
  private Duration budget = BUDGET_DEFAULT;
  private Duration leaseLength = LEASE_LENGTH_DEFAULT;
  private Duration clockJumpMax = CLOCK_JUMP_MAX_DEFAULT;
  private InstantSource clock = InstantSource.system();
  private @Nullable Consumer<Duration> passes;
  private @Nullable Boolean isLocal;
  private @Nullable ScalableTargets targets;
  private @Nullable String archiveJob;
  private ClientThreads threads = ClientThreads.shared();

  /**
   * @param showsOtherItems whether items are stored in another form than the client returns
   * @param isEndpointLocal whether the client's endpoint is on this machine
   */
  LifecycleBuilder(boolean showsOtherItems, BooleanSupplier isEndpointLocal) {
    this.showsOtherItems = showsOtherItems;
    this.isEndpointLocal = isEndpointLocal;
  }

  abstract B self();

  /** Adds a series. Tables without a spec here are never touched. */
  public B table(TimeSeriesSpec spec) {
    specs.add(requireNonNull(spec));
    return self();
  }

  /**
   * The table of ledger and leases; see {@code createControlTable()}. One may serve many series and
   * many lifecycles. Without it the lifecycle no longer knows which hooks were called, and on
   * engines without tags which tables are ours.
   */
  public B controlTable(String tableName) {
    this.controlTable = requireNonNull(tableName);
    return self();
  }

  /**
   * The number of tables past their retention that a run may delete, the oldest first; 0, the
   * default, deletes none.
   */
  public B deletes(int countMax) {
    this.limits = limits.deleting(countMax);
    return self();
  }

  /**
   * Sets the maximum number of tables of a series that a run may build. A plan for more is refused
   * as a whole with {@link dev.evenkeel.timeseries.spec.lifecycle.LifecycleException} and reason
   * {@code TOO_MANY_TABLES}.
   */
  public B buildsMax(int countMax) {
    this.limits = limits.building(countMax);
    return self();
  }

  /**
   * Lets runs mend live tables that differ from their template, where that is safe: missing tags,
   * and time to live, recovery, a stream or protection that is off. By default plans show the drift
   * and runs do not check for it. Costs up to three requests for each such table and run.
   */
  public B reconcile() {
    this.limits = limits.reconciling();
    return self();
  }

  /**
   * Leaves the scans of archives that begin to workers ({@code ArchiveWorker}) of a job: runs begin
   * them, wait for them within the budget, and end them. By default runs scan themselves. An
   * archive that has begun goes on as it has begun.
   *
   * @param job 1 to 128 letters, digits, points, hyphens and underscores
   */
  public B shareArchives(String job) {
    this.archiveJob = SharedPass.of("-", job).name();
    return self();
  }

  /** Sets the proof of ownership of tables; {@link TableOwnership#byTagOrLedger} by default. */
  public B ownership(TableOwnership proof) {
    this.ownership = requireNonNull(proof);
    return self();
  }

  /**
   * Sets how long a run waits for tables that are being built or updated, for quotas and for
   * throttles, before it leaves the rest to the next run. A run may last longer by one request, and
   * by the length of a lease that another run left behind.
   */
  public B budget(Duration longest) {
    this.budget = requireNonNull(longest);
    return self();
  }

  /** The length of a lease, for which a dead run blocks others; from 30 seconds to a day. */
  public B leaseLength(Duration length) {
    this.leaseLength = requireNonNull(length);
    return self();
  }

  /**
   * Sets the longest plausible time between two runs by the clock. After a larger jump, tables are
   * built, opened and raised, and nothing is lowered, retired or deleted until {@code
   * acceptClock()} is called.
   */
  public B clockJumpMax(Duration longest) {
    this.clockJumpMax = requireNonNull(longest);
    return self();
  }

  /** The clock that decides what is due; the system's by default. */
  public B clock(InstantSource newClock) {
    this.clock = requireNonNull(newClock);
    return self();
  }

  /**
   * For tests: runs use this clock, and instead of waiting they advance it, on their own thread.
   *
   * @param passing is called with the longest time to wait
   */
  public B virtualTime(InstantSource newClock, Consumer<Duration> passing) {
    this.clock = requireNonNull(newClock);
    this.passes = requireNonNull(passing);
    return self();
  }

  /**
   * Excludes tables with scalable targets from capacity changes; by default none. A live table is
   * never lowered in any case.
   */
  public B scalableTargets(ScalableTargets newTargets) {
    this.targets = requireNonNull(newTargets);
    return self();
  }

  /**
   * The threads on which requests and hooks of a call are made side by side, and what they are to
   * have of the context of the thread that calls; by default {@link ClientThreads#shared()}. An
   * asynchronous lifecycle needs no threads.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = requireNonNull(newThreads);
    return self();
  }

  ClientThreads threads() {
    return threads;
  }

  /**
   * Says whether the engine is DynamoDB Local or another emulator, which may have no tags, no
   * point-in-time recovery or other settings: there a run skips the setting and notes it. At AWS no
   * setting is ever skipped.
   *
   * <p>By default the endpoint decides: it is an emulator on this machine or in a container beside
   * it ({@code localhost}, a loopback address, {@code host.docker.internal}, a name without a dot),
   * and AWS everywhere else.
   */
  public B localEngine(boolean isEmulator) {
    this.isLocal = isEmulator;
    return self();
  }

  private boolean isLocal() {
    return isLocal == null ? isEndpointLocal.getAsBoolean() : isLocal;
  }

  /**
   * The series, which are checked.
   *
   * @param hasS3 whether a client of S3 was given
   */
  List<TimeSeriesSpec> specs(boolean hasS3) {
    return new LifecycleSpecs(specs, controlTable, hasS3, showsOtherItems).checked();
  }

  RunSettings settings() {
    if (controlTable == null) {
      throw new IllegalArgumentException("A lifecycle needs a controlTable(name)");
    }
    if (limits.deletesMax() < 0 || limits.buildsMax() < 1) {
      throw new IllegalArgumentException(
          "deletes must be at least 0 and buildsMax at least 1 but were %d and %d"
              .formatted(limits.deletesMax(), limits.buildsMax()));
    }
    if (budget.isNegative() || clockJumpMax.isNegative()) {
      throw new IllegalArgumentException("budget and clockJumpMax must not be negative");
    }
    if (leaseLength.compareTo(LEASE_LENGTH_MIN) < 0) {
      throw new IllegalArgumentException(
          "leaseLength must be at least %s but was %s"
              .formatted(TimeText.of(LEASE_LENGTH_MIN), TimeText.of(leaseLength)));
    }
    return new RunSettings(
        controlTable,
        ownership,
        limits,
        budget,
        leaseLength,
        clockJumpMax,
        environment()::nanos,
        !showsOtherItems,
        targets != null,
        isLocal(),
        archiveJob);
  }

  Environment environment() {
    return new Environment(clock, passes, targets, isLocal());
  }
}
