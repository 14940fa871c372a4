package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checked content of a configuration file.
 *
 * @param file its name, for messages
 * @param controlTable of the lifecycle; null if there are no series
 * @param tables the series, in the order of the file
 * @param lifecycle how runs over them are made
 * @param chunking the tables with large values, in the order of the file
 * @param sweep how sweeps over their values are made
 * @param tableKmsKeyIds the keys of tables that no template is for
 */
public record Configuration(
    String file,
    @Nullable String controlTable,
    List<TimeSeriesSpec> tables,
    LifecycleSettings lifecycle,
    List<ChunkingSpec> chunking,
    SweepSettings sweep,
    List<String> tableKmsKeyIds) {

  /** Copies the lists. */
  public Configuration {
    tables = List.copyOf(tables);
    chunking = List.copyOf(chunking);
    tableKmsKeyIds = List.copyOf(tableKmsKeyIds);
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
