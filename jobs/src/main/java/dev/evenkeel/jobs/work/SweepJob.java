package dev.evenkeel.jobs.work;

import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.cost.SweepCosts;
import dev.evenkeel.jobs.report.DeepSweepRunReport;
import dev.evenkeel.jobs.report.OwnershipReport;
import dev.evenkeel.jobs.report.SharedSweepRunReport;
import dev.evenkeel.jobs.report.SweepRunReport;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Sweeps the large values of a configuration. The clients are used, and never closed. */
public final class SweepJob {
  private final OrphanSweeper sweeper;
  private final DynamoDbClient client;
  private final List<ChunkingSpec> specs;
  private final Set<String> series;
  private final boolean deleting;
  private final List<String> inBuckets;
  private final @Nullable Double unitsPerSecond;

  /**
   * A job; nothing is sent yet.
   *
   * @param s3 null if no table has a bucket
   * @param clock the source of time
   * @param deleting whether to write at all; without it, it is a dry run
   * @param progress called after every page of a sweep
   * @throws JobException if the configuration has no tables with large values
   */
  public SweepJob(
      Configuration configuration,
      DynamoDbClient client,
      @Nullable S3Client s3,
      InstantSource clock,
      boolean deleting,
      Consumer<SweepReport> progress) {
    if (configuration.chunking().isEmpty()) {
      throw new JobException(
          "%s: there is no 'chunking' in it, so there is nothing to sweep. Add a table."
              .formatted(configuration.file()));
    }
    OrphanSweeper.Builder builder = OrphanSweeper.builder(configuration.shown(client, clock));
    if (s3 != null) {
      builder.s3(s3);
    }
    configuration.chunking().forEach(builder::table);
    this.unitsPerSecond = configuration.sweep().unitsPerSecond();
    if (unitsPerSecond != null) {
      builder.unitsPerSecond(unitsPerSecond);
    }
    this.sweeper =
        builder
            .concurrency(configuration.sweep().concurrency())
            .clock(clock)
            .dryRun(!deleting)
            .progress(progress)
            .build();
    this.client = client;
    this.specs = configuration.chunking();
    this.series =
        configuration.tables().stream().map(TimeSeriesSpec::tableName).collect(Collectors.toSet());
    this.deleting = deleting;
    this.inBuckets =
        configuration.chunking().stream()
            .filter(spec -> spec.bucket() != null)
            .map(ChunkingSpec::tableName)
            .toList();
  }

  /** What a deep sweep goes over: a cursor of another has passed other values. */
  public String place() {
    return specs.stream()
        .map(SweepJob::place)
        .sorted()
        .collect(
            Collectors.joining(", ", "", " in " + client.serviceClientConfiguration().region()));
  }

  private static String place(ChunkingSpec spec) {
    ChunkTableSpec chunks = spec.chunkTable();
    BucketSpec bucket = spec.bucket();
    return "%s (%s)"
        .formatted(
            spec.tableName(),
            Stream.of(
                    chunks == null ? "" : chunks.tableName(),
                    bucket == null ? "" : "s3://" + bucket.bucket() + "/" + bucket.prefix())
                .filter(where -> !where.isEmpty())
                .collect(Collectors.joining(", ")));
  }

  /** Finishes what is due now. */
  public SweepRunReport sweep() {
    return new SweepRunReport(sweeper.sweep());
  }

  /** Records the tables as owners of the values in their buckets; needs a job that deletes. */
  public OwnershipReport takeOwnership() {
    sweeper.takeOwnership();
    return new OwnershipReport(inBuckets);
  }

  /**
   * Makes steps of a deep sweep.
   *
   * @param cursor where an earlier one stopped; null to begin
   * @param goesOn asked before each step but the first
   * @param each called after each step: the place to store its cursor
   * @throws JobException if the cursor is none of a sweep over these tables
   */
  public DeepSweepRunReport deepSweep(
      @Nullable String cursor, BooleanSupplier goesOn, Consumer<DeepSweepReport> each) {
    DeepSweepRunReport sum = DeepSweepRunReport.none(!deleting, cursor);
    do {
      DeepSweepReport step = step(sum.sum().nextCursor());
      sum = sum.plus(step);
      each.accept(step);
    } while (!sum.isThrough() && goesOn.getAsBoolean());
    return sum;
  }

  /**
   * What a whole deep sweep reads, and what that costs: a DescribeTable for each table of chunks
   * that is no series, and one for that of intents if removals are added.
   */
  public SweepCosts readingCosts(Prices prices) {
    return new SweepCosts(
            specs,
            name -> TableDescriptions.find(client, name),
            series::contains,
            new Costs(prices))
        .reading();
  }

  /**
   * Takes part in a deep sweep that several processes share, or begins it, at the pace of the
   * configuration if the pass has none.
   *
   * @param worker its index; null if it has none
   * @throws JobException if the job is something else
   */
  public SharedSweepRunReport share(String command, SharedPass pass, @Nullable Integer worker) {
    try {
      SharedPass paced = pass.unitsPerSecond() == null ? pass.unitsPerSecond(unitsPerSecond) : pass;
      return new SharedSweepRunReport(
          command, pass.name(), worker, sweeper.shareDeepSweep(paced), null);
    } catch (IllegalArgumentException e) {
      throw new JobException(e.getMessage() + ".");
    }
  }

  /** How far that is, in a line. */
  public String shared(SharedPass pass) {
    SharedSweepReport now = sweeper.deepSweepStatus(pass);
    return String.format(
        Locale.ROOT,
        "%d of %d segments are done, %,d rows and %,d objects seen",
        now.segmentsDone(),
        now.segments(),
        now.sum().rowsSeen(),
        now.sum().objectsSeen());
  }

  /** Takes it away, so that one of its name may begin anew. */
  public void forget(SharedPass pass) {
    sweeper.forgetDeepSweep(pass);
  }

  private DeepSweepReport step(@Nullable String cursor) {
    try {
      return sweeper.deepSweep(cursor);
    } catch (IllegalArgumentException e) {
      throw new JobException(
          "The cursor is none of a sweep over these tables: %s. Begin anew without it."
              .formatted(e.getMessage()));
    }
  }
}
