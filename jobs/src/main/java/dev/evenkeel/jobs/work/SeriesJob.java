package dev.evenkeel.jobs.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.LifecycleSettings;
import dev.evenkeel.jobs.report.ArchivesReport;
import dev.evenkeel.jobs.report.CatalogueReport;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.jobs.report.RestoreRunReport;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.report.StatusReport;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.s3.S3Client;

/** Looks after the period tables of a configuration. The client is used, and never closed. */
public final class SeriesJob {
  private final Configuration configuration;
  private final LifecycleSettings settings;
  private final DynamoDbClient client;
  private final @Nullable S3Client s3;
  private final InstantSource clock;
  private final boolean deleting;
  private RunNews news;
  private @Nullable ScalableTargets targets;
  private boolean reconciling;
  private final String controlTable;

  /**
   * A job; nothing is sent yet.
   *
   * @param settings those of the configuration, or others
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
    this.news = new RunNews(settings.metrics(), clock, System.err::println);
    this.controlTable = required(configuration.controlTable());
    if (deleting && settings.deletes() == 0) {
      throw new JobException(
          "%s: deletes are asked for, but 'lifecycle.deletes' is 0. Say there how many tables a run may delete, such as 1."
              .formatted(configuration.file()));
    }
  }

  /** Before the first run: takes the lines of metrics, which go to standard error otherwise. */
  public SeriesJob metricsTo(Consumer<String> lines) {
    this.news = new RunNews(settings.metrics(), clock, lines);
    return this;
  }

  /** Before the first run: tells which tables others scale; null if nobody can be asked. */
  public SeriesJob scaledBy(@Nullable ScalableTargets newTargets) {
    this.targets = newTargets;
    return this;
  }

  /** Before the first run: whether what live tables have other than their template is mended. */
  public SeriesJob reconciling(boolean isSaid) {
    this.reconciling = isSaid;
    return this;
  }

  private String required(@Nullable String name) {
    if (name == null || configuration.tables().isEmpty()) {
      throw new JobException(
          "%s: there are no 'tables' in it, so there is nothing to look after. Add a series."
              .formatted(configuration.file()));
    }
    return name;
  }

  /** The lifecycle, through the job's client. */
  public TableLifecycle lifecycle() {
    return lifecycle(client);
  }

  private TableLifecycle lifecycle(DynamoDbClient through) {
    TableLifecycle.Builder builder = TableLifecycle.builder(through).controlTable(controlTable);
    configuration.tables().forEach(builder::table);
    if (s3 != null) {
      builder.s3(s3);
    }
    if (targets != null) {
      builder.scalableTargets(targets);
    }
    if (reconciling) {
      builder.reconcile();
    }
    settings.on(builder, deleting).clock(clock);
    if (clock instanceof RehearsalClock rehearsal) {
      builder.virtualTime(rehearsal, rehearsal::pass);
    }
    return builder.build();
  }

  /** What is to be done. Writes nothing, and does without a control table. */
  public PlanReport plan() {
    boolean isThere = isControlTableThere();
    return new PlanReport(controlTable, isThere, deleting, reconciling, looking(isThere).plan());
  }

  /** What is there. Writes nothing, and does without a control table. */
  public StatusReport status() {
    boolean isThere = isControlTableThere();
    return new StatusReport(controlTable, isThere, warnings(), looking(isThere).status());
  }

  private TableLifecycle looking(boolean isThere) {
    return isThere ? lifecycle() : lifecycle(new AbsentLedger(client, controlTable));
  }

  /** Does what is to be done, and creates the control table if it is not there. */
  public RunReport run() {
    prepare();
    return told("tables apply", lifecycle().run());
  }

  /** Archives what is due, and does nothing else. */
  public RunReport archive() {
    requireArchives();
    prepare();
    return told("tables archive", lifecycle().archive());
  }

  /**
   * Forgets an archive that is under way or could not be verified.
   *
   * @return what the next run does, in a sentence
   * @throws JobException if no series has a period of that name
   */
  public String restartArchive(String tableName) {
    requireArchives();
    TimeSeriesSpec series = requirePeriod(tableName);
    prepare();
    return ArchiveRestart.of(lifecycle(), series, tableName);
  }

  /**
   * What keeps the control table from being safe, each with the command that mends it. That it
   * cannot be looked at is one of them, and keeps no run from its work.
   */
  public List<String> warnings() {
    try {
      return lifecycle().checkControlTable();
    } catch (AwsServiceException e) {
      return List.of(
          "control table '%s' could not be looked at: %s".formatted(controlTable, Causes.text(e)));
    }
  }

  /**
   * Looks for archives that the catalogue has lost.
   *
   * @param applying whether they are written down again
   */
  public CatalogueReport rebuildCatalogue(boolean applying) {
    requireArchives();
    if (applying) {
      prepare();
      return new CatalogueReport(false, lifecycle().rebuildCatalogue());
    }
    return new CatalogueReport(true, looking(isControlTableThere()).planCatalogue());
  }

  /** The verified archives that there are. */
  public ArchivesReport archives() {
    requireArchives();
    return new ArchivesReport(isControlTableThere() ? lifecycle().archives() : List.of());
  }

  /**
   * Goes on with a restore.
   *
   * @throws JobException if no series has a period of that name
   */
  public RestoreRunReport restore(RestoreOrder order) {
    requireArchives();
    requirePeriod(order.tableName());
    prepare();
    return new RestoreRunReport(order.tableName(), lifecycle().restore(order));
  }

  private void requireArchives() {
    if (!configuration.hasArchives()) {
      throw new JobException(
          "%s: no series has an 'archive', so there is nothing to archive or restore. Add one."
              .formatted(configuration.file()));
    }
  }

  private TimeSeriesSpec requirePeriod(String tableName) {
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
   * @throws JobException if no series has a period of that name
   */
  public void adopt(String tableName) {
    requirePeriod(tableName);
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
   * Does what a saved plan says, if that is still what is to be done.
   *
   * @throws JobException if it is no plan, is stale, or has deletes that nobody asks for now
   */
  public RunReport apply(String file, JsonNode saved) {
    SavedPlan shown = new SavedPlan(file, saved);
    shown.requireAsked(deleting, reconciling);
    PlanReport now = plan();
    shown.requireCurrent(now);
    prepare();
    TableLifecycle lifecycle = lifecycle();
    return told(
        "tables apply",
        now.plans().stream().map(plan -> SavedPlan.apply(lifecycle, plan)).toList());
  }

  private RunReport told(String command, List<LifecycleReport> reports) {
    reports.forEach(news::tell);
    return new RunReport(command, warnings(), reports);
  }

  /** Tells of a run that somebody else made with this job's lifecycle. */
  public void tell(LifecycleReport report) {
    news.tell(report);
  }

  /**
   * How long to pause between runs.
   *
   * @param said instead of what the settings say; null for that
   * @throws IllegalArgumentException if tables could come too late by that
   */
  public Duration interval(@Nullable Duration said) {
    return (said == null ? settings : settings.every(said))
        .requirePauseWithin(configuration.tables());
  }

  /** Whether it is there and serves; one that is being created does not yet. */
  private boolean isControlTableThere() {
    try {
      TableStatus status =
          client.describeTable(request -> request.tableName(controlTable)).table().tableStatus();
      return status != TableStatus.CREATING && status != TableStatus.DELETING;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }
}
