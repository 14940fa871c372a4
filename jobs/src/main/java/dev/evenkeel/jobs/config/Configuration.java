package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The checked content of a configuration file.
 *
 * @param file its name, for messages
 * @param controlTable of the lifecycle; null if there are no series
 * @param tables the series, in the order of the file
 * @param parquet what copies in Parquet hold, by the logical tables of the series that have any
 * @param lifecycle how runs over them are made
 * @param chunking the tables with large values, in the order of the file
 * @param sweep how sweeps over their values are made
 * @param tableKmsKeyIds the keys of tables that no template is for
 * @param regions in which commands run; none for the region that the SDK finds
 * @param prices the file of prices that go over those in the jar; null for none
 */
public record Configuration(
    String file,
    @Nullable String controlTable,
    List<TimeSeriesSpec> tables,
    Map<String, ParquetSpec> parquet,
    LifecycleSettings lifecycle,
    List<ChunkingSpec> chunking,
    SweepSettings sweep,
    List<String> tableKmsKeyIds,
    List<String> regions,
    @Nullable Path prices) {
  /** For commands that need none: it names no table. */
  public static final Configuration NONE =
      new Configuration(
          "",
          null,
          List.of(),
          Map.of(),
          LifecycleSettings.DEFAULT,
          List.of(),
          SweepSettings.DEFAULT,
          List.of(),
          List.of(),
          null);

  /** Copies the lists. */
  public Configuration {
    tables = List.copyOf(tables);
    parquet = Map.copyOf(parquet);
    chunking = List.copyOf(chunking);
    tableKmsKeyIds = List.copyOf(tableKmsKeyIds);
    regions = List.copyOf(regions);
  }

  /** The client over which large values are swept: it shows series by their logical names. */
  public DynamoDbClient shown(DynamoDbClient client, InstantSource clock) {
    return shown(client, tables, hasArchives() ? controlTable : null, clock);
  }

  static DynamoDbClient shown(
      DynamoDbClient client,
      List<TimeSeriesSpec> series,
      @Nullable String archives,
      InstantSource clock) {
    if (series.isEmpty()) {
      return client;
    }
    TimeSeriesDynamoDbClient.Builder builder =
        TimeSeriesDynamoDbClient.builder(client).clock(clock);
    series.forEach(builder::table);
    return archives == null ? builder.build() : builder.archivedReads(archives).build();
  }

  /** The series of a logical table; null if the table has no periods. */
  public @Nullable TimeSeriesSpec series(String tableName) {
    return tables.stream()
        .filter(spec -> spec.tableName().equals(tableName))
        .findFirst()
        .orElse(null);
  }

  /** How large values of a table lie outside its items; null if the file does not say. */
  public @Nullable ChunkingSpec chunked(String tableName) {
    return chunking.stream()
        .filter(spec -> spec.tableName().equals(tableName))
        .findFirst()
        .orElse(null);
  }

  /** Whether a series is archived. */
  public boolean hasArchives() {
    return tables.stream().anyMatch(spec -> spec.archive() != null);
  }

  /** Whether values of a table may lie in a bucket. */
  public boolean hasBuckets() {
    return chunking.stream().anyMatch(spec -> spec.bucket() != null);
  }
}
