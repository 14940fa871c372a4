package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.CostReport;
import dev.evenkeel.jobs.report.ParquetRunReport;
import dev.evenkeel.parquet.ParquetCopy;
import dev.evenkeel.parquet.spec.ParquetPlan;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Copies archives of a configuration's series to Parquet. */
public final class ParquetJob {
  private final Configuration configuration;
  private final List<TimeSeriesSpec> copied;
  private final DynamoDbClient client;
  private final S3Client s3;

  /**
   * A job; nothing is sent yet.
   *
   * @throws JobException if no series has a {@code parquet}
   */
  public ParquetJob(Configuration configuration, DynamoDbClient client, S3Client s3) {
    this.configuration = configuration;
    this.copied =
        configuration.tables().stream()
            .filter(spec -> configuration.parquet().containsKey(spec.tableName()))
            .toList();
    this.client = client;
    this.s3 = s3;
    if (copied.isEmpty()) {
      throw new JobException(
          "%s: no series has a 'parquet', so there is nothing to copy. Add one beside its 'archive'; it may be empty: parquet: {}."
              .formatted(configuration.file()));
    }
  }

  /** The region of the job's client. */
  public String region() {
    return client.serviceClientConfiguration().region().id();
  }

  /** The file of prices that the configuration names; null for none. */
  public @Nullable Path prices() {
    return configuration.prices();
  }

  /**
   * Makes the copies that are not there.
   *
   * @param tableName a period table, to copy its archive alone; null for all archives
   * @throws JobException if some of all cannot be copied, after all others are
   */
  public ParquetRunReport run(@Nullable String tableName) {
    return new ParquetRunReport(
        each(tableName, ParquetCopy::run, "could not be copied, and all others are there."));
  }

  /**
   * Does the same for each archive.
   *
   * @param failed what is told of those that fail, after all others are done
   */
  private <T> List<T> each(
      @Nullable String tableName, BiFunction<ParquetCopy, String, T> step, String failed) {
    Map<String, ParquetCopy> tables = tables(tableName);
    List<T> done = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    tables.forEach(
        (table, copy) -> {
          try {
            done.add(step.apply(copy, table));
          } catch (SdkException | IllegalArgumentException e) {
            if (tables.size() == 1) {
              throw e;
            }
            failures.add("%s: %s".formatted(table, Causes.text(e)));
          }
        });
    if (!failures.isEmpty()) {
      throw new JobException(
          "%d of %d archives %s\n%s"
              .formatted(failures.size(), tables.size(), failed, String.join("\n", failures)));
    }
    return done;
  }

  /**
   * What that would cost. Writes nothing.
   *
   * @throws JobException if some of all cannot be copied
   */
  public CostReport costs(@Nullable String tableName, Prices prices) {
    Costs costs = new Costs(prices);
    List<String> due = new ArrayList<>();
    String failed = "cannot be copied. For the costs of another, name its table.";
    for (ParquetPlan plan : each(tableName, ParquetCopy::plan, failed)) {
      if (!plan.isThere()) {
        due.add(plan.tableName());
        add(plan, costs);
      }
    }
    return new CostReport("tables parquet", due, costs);
  }

  private static void add(ParquetPlan plan, Costs costs) {
    StorageClass of = StorageClass.STANDARD;
    costs.add(plan.tableName() + ", reads about", Per.ONCE, (double) plan.reads(), Price.get(of));
    costs.add(plan.tableName() + ", files about", Per.ONCE, (double) plan.writes(), Price.put(of));
    costs.add(
        plan.tableName() + ", files about",
        Per.MONTH,
        (double) plan.archiveBytes(),
        Price.storage(of));
  }

  /** The statements that make Athena's tables, one for each series with copies. */
  public String ddl() {
    StringBuilder ddl = new StringBuilder();
    for (TimeSeriesSpec spec : copied) {
      ddl.append(ddl.isEmpty() ? "" : "\n").append(copy(spec).athenaDdl());
    }
    return ddl.toString();
  }

  /** The period tables to be copied, and how. */
  private Map<String, ParquetCopy> tables(@Nullable String tableName) {
    String controlTable = requireNonNull(configuration.controlTable());
    ControlTables.require(client, controlTable, configuration.file());
    Map<String, ParquetCopy> tables = new LinkedHashMap<>();
    for (TimeSeriesSpec spec : copied) {
      ParquetCopy copy = copy(spec);
      if (tableName == null) {
        for (ArchivedTable archive : copy.archives()) {
          tables.put(archive.tableName(), copy);
        }
      } else if (spec.tables().contain(tableName)) {
        tables.put(tableName, copy);
      }
    }
    if (tableName != null && tables.isEmpty()) {
      throw new JobException(
          "table '%s' has the name of no period table of a series with 'parquet' in %s. Check the name."
              .formatted(tableName, configuration.file()));
    }
    return tables;
  }

  private ParquetCopy copy(TimeSeriesSpec series) {
    ParquetSpec spec = configuration.parquet().getOrDefault(series.tableName(), ParquetSpec.of());
    String controlTable = requireNonNull(configuration.controlTable());
    return ParquetCopy.of(series, spec, controlTable, client, s3);
  }
}
