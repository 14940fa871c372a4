package dev.evenkeel.timeseries;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.internal.route.DistinctSeries;
import dev.evenkeel.timeseries.internal.shell.LifecycleCalls.Environment;
import dev.evenkeel.timeseries.spec.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@link TableLifecycle} and {@link TableAsyncLifecycle} are built from. Required: at least
 * one {@link #table}, and the {@link #controlTable}. No table is deleted unless {@link #deletes} is
 * said, beside a retention in its spec.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class LifecycleBuilder<B extends LifecycleBuilder<B>>
    permits TableLifecycle.Builder, TableAsyncLifecycle.Builder {
  /** How many tables a run may build unless said. */
  public static final int BUILDS_MAX_DEFAULT = RunLimits.BUILDS_MAX_DEFAULT;

  /** How long a run waits for what is under way unless said: less than a Lambda may last. */
  public static final Duration BUDGET_DEFAULT = Duration.ofMinutes(10);

  /** How long a run that has died keeps others waiting unless said. */
  public static final Duration LEASE_LENGTH_DEFAULT = Duration.ofMinutes(2);

  /** How much later than the run before the clock may be without a doubt, unless said. */
  public static final Duration CLOCK_JUMP_MAX_DEFAULT = Duration.ofDays(31);

  /** The lease is renewed at least this often while a run waits. */
  private static final Duration LEASE_LENGTH_MIN = Duration.ofSeconds(30);

  private static final Pattern SERIES = Pattern.compile("[A-Za-z0-9_.-]{1,255}");

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

  LifecycleBuilder() {}

  abstract B self();

  /** Adds a series to look after; of tables that have no spec here nothing is touched. */
  public B table(TimeSeriesSpec spec) {
    specs.add(requireNonNull(spec));
    return self();
  }

  /**
   * The table of ledger and leases; see {@code createControlTable()}. One may serve many series and
   * many lifecycles. Whoever loses it loses the knowledge of which hooks were told, and on engines
   * without tags the proof that tables are ours.
   */
  public B controlTable(String tableName) {
    this.controlTable = requireNonNull(tableName);
    return self();
  }

  /**
   * Lets tables be deleted that are past the retention of their spec: so many in a run, the oldest
   * first. 0, which is no deletes at all, unless said.
   */
  public B deletes(int countMax) {
    this.limits = limits.deleting(countMax);
    return self();
  }

  /**
   * How many tables of a series a run may build; a plan for more is refused whole with {@link
   * dev.evenkeel.timeseries.spec.lifecycle.LifecycleException} and reason {@code TOO_MANY_TABLES}.
   */
  public B buildsMax(int countMax) {
    this.limits = limits.building(countMax);
    return self();
  }

  /**
   * Has runs set right what tables that items may come to have other than their template, as far as
   * that is safe: tags that are missing, time to live, recovery, a stream or protection that is
   * off. Unless said, plans show it and runs do not look for it. Costs up to three requests for
   * each such table and run.
   */
  public B reconcile() {
    this.limits = limits.reconciling();
    return self();
  }

  /** How tables are proven to be ours; {@link TableOwnership#byTagOrLedger} unless said. */
  public B ownership(TableOwnership proof) {
    this.ownership = requireNonNull(proof);
    return self();
  }

  /**
   * How long a run waits for tables that are being built or updated, for quotas and for throttles,
   * before it leaves the rest to the next run. A run may last longer by one request, and by the
   * length of a lease that another run left behind.
   */
  public B budget(Duration longest) {
    this.budget = requireNonNull(longest);
    return self();
  }

  /** How long a run that has died keeps others waiting; from 30 seconds to a day. */
  public B leaseLength(Duration length) {
    this.leaseLength = requireNonNull(length);
    return self();
  }

  /**
   * How much later than the run before the clock may be. Beyond that it is doubted: tables are
   * built, opened and raised, and nothing is lowered, retired or deleted until {@code
   * acceptClock()} is called.
   */
  public B clockJumpMax(Duration longest) {
    this.clockJumpMax = requireNonNull(longest);
    return self();
  }

  /** The clock that tells what is due; the system's unless said. */
  public B clock(InstantSource newClock) {
    this.clock = requireNonNull(newClock);
    return self();
  }

  /**
   * For tests: runs go by this clock, and where they would wait they let time pass instead, on the
   * thread that moves them on.
   *
   * @param passing told how long to wait at most
   */
  public B virtualTime(InstantSource newClock, Consumer<Duration> passing) {
    this.clock = requireNonNull(newClock);
    this.passes = requireNonNull(passing);
    return self();
  }

  /**
   * Has tables left alone that somebody else scales; unless said, nobody is asked. Whatever it
   * says, a table is never lowered as long as items may come.
   */
  public B scalableTargets(ScalableTargets newTargets) {
    this.targets = requireNonNull(newTargets);
    return self();
  }

  /**
   * Says whether the engine is DynamoDB Local or another emulator, which may have no tags, no
   * point-in-time recovery or other settings: there a run does without, and says so. At AWS it
   * never does without anything, whatever the service answers.
   *
   * <p>Unless said, the endpoint tells: it is an emulator on this machine or in a container beside
   * it ({@code localhost}, a loopback address, {@code host.docker.internal}, a name without a dot),
   * and AWS everywhere else.
   */
  public B localEngine(boolean isEmulator) {
    this.isLocal = isEmulator;
    return self();
  }

  /** Whether the client's endpoint is on this machine. */
  abstract boolean isEndpointLocal();

  private boolean isLocal() {
    return isLocal == null ? isEndpointLocal() : isLocal;
  }

  /** Whether a client of S3 was given. */
  abstract boolean hasS3();

  /** Whether items are stored otherwise than the client shows them. */
  abstract boolean showsOtherItems();

  /** What was said, checked. */
  List<TimeSeriesSpec> specs() {
    if (specs.isEmpty()) {
      throw new IllegalArgumentException("A lifecycle needs at least one table(spec)");
    }
    DistinctSeries.require(specs);
    specs.forEach(this::check);
    return List.copyOf(specs);
  }

  private void check(TimeSeriesSpec spec) {
    if (!SERIES.matcher(spec.tableName()).matches()) {
      throw new IllegalArgumentException(
          "the logical table '%s' is to be the value of a tag: 1 to 255 of the characters A-Z, a-z, 0-9, '_', '-' and '.'"
              .formatted(spec.tableName()));
    }
    if (spec.template().request().tags().stream()
        .anyMatch(tag -> tag.key().equals(TableOwnership.TAG))) {
      throw new IllegalArgumentException(
          "the template of '%s' has the tag '%s', which is the lifecycle's to set"
              .formatted(spec.tableName(), TableOwnership.TAG));
    }
    if (spec.archive() != null && !hasS3()) {
      throw new IllegalArgumentException(
          "'%s' is to be archived, and there is no s3(client)".formatted(spec.tableName()));
    }
    if (spec.archive() != null
        && spec.archive().method() == ArchiveMethodPolicy.EXPORT
        && showsOtherItems()) {
      throw new IllegalArgumentException(
          "'%s' is to be archived by export, which has items as they are stored, and this client shows others. Say AUTO or SCAN as the archive's method"
              .formatted(spec.tableName()));
    }
    if (controlTable != null && spec.tables().periodOf(controlTable) != null) {
      throw new IllegalArgumentException(
          "the control table '%s' has the name of a period table of '%s'"
              .formatted(controlTable, spec.tableName()));
    }
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
        !showsOtherItems(),
        targets != null,
        isLocal());
  }

  Environment environment() {
    return new Environment(clock, passes, targets, isLocal());
  }
}
