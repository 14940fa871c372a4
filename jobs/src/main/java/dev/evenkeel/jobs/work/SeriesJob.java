package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.LifecycleSettings;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.report.StatusReport;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs the lifecycle of a configuration's period tables. The client is used, and never closed. */
public final class SeriesJob {
  private final Configuration configuration;
  private final LifecycleSettings settings;
  private final DynamoDbClient client;
  private final @Nullable S3Client s3;
  private final InstantSource clock;
  private final boolean deleting;
  private RunNotifier news;
  private @Nullable ScalableTargets targets;
  private boolean reconciling;
  private @Nullable String archiveJob;
  private final List<LifecycleHook> hooks = new ArrayList<>();
  private final String controlTable;

  /**
   * A job; nothing is sent yet.
   *
   * @param settings the settings of the configuration, or others
   * @param s3 for archives; null if no series is archived
   * @param deleting whether tables may be deleted, as many as the settings say
   * @throws JobException if the configuration has no series, or deletes are asked for that its
   *     settings do not allow
   */
  public SeriesJob(
      Configuration configuration,
      LifecycleSettings settings,
      DynamoDbClient client,
      @Nullable S3Client s3,
      InstantSource clock,
      boolean deleting) {
    this.configuration = configuration;
    this.settings = settings;
    this.client = client;
    this.s3 = s3;
    this.clock = clock;
    this.deleting = deleting;
    this.news = new RunNotifier(settings.metrics(), clock, System.err::println);
    this.controlTable = required(configuration.controlTable());
    if (deleting && settings.deletes() == 0) {
      throw new JobException(
          "%s: deletes are asked for, but 'lifecycle.deletes' is 0. Set there how many tables a run may delete, such as 1."
              .formatted(configuration.file()));
    }
  }

  /** Before the first run: takes the lines of metrics, which go to standard error otherwise. */
  public SeriesJob metricsTo(Consumer<String> lines) {
    this.news = new RunNotifier(settings.metrics(), clock, lines);
    return this;
  }

  /** Before the first run: sets how to find tables that others scale; null for none. */
  public SeriesJob scaledBy(@Nullable ScalableTargets newTargets) {
    this.targets = newTargets;
    return this;
  }

  /** Before the first run: whether what live tables have other than their template is mended. */
  public SeriesJob reconciling(boolean isWanted) {
    this.reconciling = isWanted;
    return this;
  }

  /** Before the first run: leaves the scans of archives that begin to workers of a job. */
  public SeriesJob sharing(@Nullable String job) {
    this.archiveJob = job;
    return this;
  }

  /** Before the first run: adds a hook. */
  public SeriesJob hook(LifecycleHook hook) {
    hooks.add(hook);
    return this;
  }

  private String required(@Nullable String name) {
    if (name == null || configuration.tables().isEmpty()) {
      throw new JobException(
          "%s: there are no 'tables' in it, so there is nothing to run. Add a series."
              .formatted(configuration.file()));
    }
    return name;
  }

  /** Where and as whom the job's client is. */
  public DynamoDbServiceClientConfiguration connection() {
    return client.serviceClientConfiguration();
  }

  /** The file of prices that the configuration names; null for none. */
  public @Nullable Path prices() {
    return configuration.prices();
  }

  /** The lifecycle, through the job's client. */
  public TableLifecycle lifecycle() {
    return lifecycle(client);
  }

  private TableLifecycle lifecycle(DynamoDbClient through) {
    TableLifecycle.Builder builder = TableLifecycle.builder(through).controlTable(controlTable);
    configuration.tables().forEach(builder::table);
    hooks.forEach(builder::hook);
    if (s3 != null) {
      builder.s3(s3);
    }
    if (targets != null) {
      builder.scalableTargets(targets);
    }
    if (reconciling) {
      builder.reconcile();
    }
    if (archiveJob != null) {
      builder.shareArchives(archiveJob);
    }
    settings.on(builder, deleting).clock(clock);
    if (clock instanceof RehearsalClock rehearsal) {
      builder.virtualTime(rehearsal, rehearsal::pass);
    }
    return builder.build();
  }

  /** The plan. Writes nothing; the control table may be missing. */
  public PlanReport plan() {
    boolean isThere = isControlTableThere();
    return new PlanReport(
        controlTable, isThere, deleting, reconciling, looking(isThere).plan(), null);
  }

  /** What the job does, by prices. */
  public PricedSeries priced(Prices prices) {
    return new PricedSeries(this, configuration, client, s3, prices);
  }

  /** The state of the tables. Writes nothing; the control table may be missing. */
  public StatusReport status() {
    boolean isThere = isControlTableThere();
    return new StatusReport(controlTable, isThere, warnings(), looking(isThere).status());
  }

  /** The lifecycle for what writes nothing; an absent control table reads as an empty one. */
  TableLifecycle looking(boolean isThere) {
    return isThere ? lifecycle() : lifecycle(new AbsentLedger(client, controlTable));
  }

  /** Applies the plan and creates a missing control table. */
  public RunReport run() {
    prepare();
    return reported("tables apply", lifecycle().run());
  }

  /**
   * The problems that keep the control table from being safe, each with the command that mends it.
   * An unreadable control table is one of the warnings; it stops no run.
   */
  public List<String> warnings() {
    try {
      return lifecycle().checkControlTable();
    } catch (AbortedException e) {
      throw e;
    } catch (SdkException e) {
      return List.of(
          "control table '%s' could not be read: %s".formatted(controlTable, Causes.text(e)));
    }
  }

  /**
   * What is done with archives alone.
   *
   * @throws JobException if no series is archived
   */
  public ArchiveJob archives() {
    if (!configuration.hasArchives()) {
      throw new JobException(
          "%s: no series has an 'archive', so there is nothing to archive or restore. Add one."
              .formatted(configuration.file()));
    }
    return new ArchiveJob(this);
  }

  TimeSeriesSpec requirePeriod(String tableName) {
    return configuration.tables().stream()
        .filter(spec -> spec.tables().contain(tableName))
        .findFirst()
        .orElseThrow(
            () ->
                new JobException(
                    "table '%s' has the name of no period table of a series in %s. Check the name."
                        .formatted(tableName, configuration.file())));
  }

  /**
   * Takes over a table that was built by hand.
   *
   * @throws JobException if no series has a period of that name, or there is no such table
   */
  public void adopt(String tableName) {
    requirePeriod(tableName);
    if (TableDescriptions.find(client, tableName) == null) {
      throw new JobException(
          "there is no table '%s' to adopt, or it may not be described. Check the name and the rights."
              .formatted(tableName));
    }
    prepare();
    lifecycle().adopt(tableName);
  }

  /** Creates the control table if it is not there. */
  public void prepare() {
    if (!isControlTableThere()) {
      lifecycle().createControlTable();
    }
  }

  /**
   * Applies a saved plan, if it is still current.
   *
   * @throws JobException if it is no plan, is stale, or has deletes that are not enabled now
   */
  public RunReport apply(String file, JsonNode saved) {
    SavedPlan shown = new SavedPlan(file, saved);
    shown.requireAsked(deleting, reconciling);
    PlanReport now = plan();
    shown.requireCurrent(now);
    prepare();
    TableLifecycle lifecycle = lifecycle();
    return reported(
        "tables apply",
        now.plans().stream().map(plan -> SavedPlan.apply(lifecycle, plan)).toList());
  }

  RunReport reported(String command, List<LifecycleReport> reports) {
    reports.forEach(news::tell);
    return new RunReport(command, warnings(), reports);
  }

  /** Reports a run that another caller made with this job's lifecycle. */
  public void tell(LifecycleReport report) {
    news.tell(report);
  }

  /**
   * The pause between runs.
   *
   * @param override replaces the configured interval; null for none
   * @throws IllegalArgumentException if tables could come too late by that
   */
  public Duration interval(@Nullable Duration override) {
    return (override == null ? settings : settings.every(override))
        .requirePauseWithin(configuration.tables());
  }

  /**
   * Checks that there is a catalogue.
   *
   * @throws JobException if the control table is not there
   */
  void requireControlTable() {
    ControlTables.require(client, controlTable, configuration.file());
  }

  /** Whether the control table exists and serves. */
  boolean isControlTableThere() {
    return ControlTables.isThere(client, controlTable, configuration.file());
  }
}
