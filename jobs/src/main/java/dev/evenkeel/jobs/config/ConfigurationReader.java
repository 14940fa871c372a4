package dev.evenkeel.jobs.config;

import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.jobs.config.LifecycleSettings.Metrics;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Reads and checks configuration files; sends nothing. */
public final class ConfigurationReader {
  private final Section root;
  private final String file;

  private ConfigurationReader(String file, PositionedYaml yaml) {
    this.file = file;
    this.root = Section.root(yaml);
  }

  /**
   * Reads the file that {@code --config} names.
   *
   * @throws ConfigurationException if it cannot be used, saying where and why
   */
  public static Configuration read(Path path) {
    return read(path, "--config, or EVENKEEL_CONFIG");
  }

  /**
   * Reads a file.
   *
   * @param naming what names it, such as an option
   * @throws ConfigurationException if it cannot be used, saying where and why
   */
  public static Configuration read(Path path, String naming) {
    return parse(
        path.toString(),
        TextFile.read(path, (file, why) -> ConfigurationException.unreadable(file, why, naming)));
  }

  /**
   * Reads a configuration from memory.
   *
   * @param file the name of the file in messages
   * @throws ConfigurationException if it cannot be used, saying where and why
   */
  public static Configuration parse(String file, String text) {
    PositionedYaml yaml = YamlReader.read(file, text);
    List<Problem> problems = ConfigurationSchema.problems(yaml);
    if (!problems.isEmpty()) {
      throw ConfigurationException.of(problems);
    }
    return new ConfigurationReader(file, yaml).whole();
  }

  private Configuration whole() {
    List<TimeSeriesSpec> series = series();
    return new Configuration(
        file,
        root.textOrNull("controlTable"),
        series,
        parquet(series),
        lifecycle(series),
        chunking(series),
        sweep(),
        root.texts("tableKmsKeyIds"),
        root.texts("regions"),
        root.has("prices") ? Path.of(file).resolveSibling(root.text("prices")) : null);
  }

  /** Specs that would share tables are reported at the position of the later one. */
  private List<TimeSeriesSpec> series() {
    List<TimeSeriesSpec> specs = new ArrayList<>();
    for (Section series : root.children("tables")) {
      specs.add(SeriesReader.read(series, specs));
      series.build(() -> lifecycleOf(specs).build());
    }
    return specs;
  }

  private Map<String, ParquetSpec> parquet(List<TimeSeriesSpec> specs) {
    Map<String, ParquetSpec> parquet = new HashMap<>();
    List<Section> tables = root.children("tables");
    for (int i = 0; i < specs.size(); i++) {
      Section section = tables.get(i).child("parquet");
      if (section != null) {
        parquet.put(specs.get(i).tableName(), ParquetReader.read(section, specs.get(i)));
      }
    }
    return parquet;
  }

  /** Reports what the lifecycle's builder refuses. The client sends nothing. */
  private TableLifecycle.Builder lifecycleOf(List<TimeSeriesSpec> specs) {
    TableLifecycle.Builder builder = TableLifecycle.builder(NoClient.DYNAMODB).s3(NoClient.S3);
    specs.forEach(builder::table);
    return builder.controlTable(root.text("controlTable"));
  }

  private LifecycleSettings lifecycle(List<TimeSeriesSpec> series) {
    Section section = root.child("lifecycle");
    LifecycleSettings usual = LifecycleSettings.DEFAULT;
    if (section == null) {
      return usual;
    }
    LifecycleSettings settings =
        section.build(
            () ->
                new LifecycleSettings(
                    section.numberOr("deletes", usual.deletes()),
                    section.numberOr("buildsMax", usual.buildsMax()),
                    section.durationOr("budget", usual.budget()),
                    section.durationOr("leaseLength", usual.leaseLength()),
                    section.durationOr("clockJumpMax", usual.clockJumpMax()),
                    section.durationOr("interval", usual.interval()),
                    section.has("localEngine") ? section.isTrue("localEngine") : null,
                    section.has("metrics")
                        ? Metrics.valueOf(section.text("metrics"))
                        : usual.metrics()));
    section.build(() -> settings.on(lifecycleOf(series), true).build());
    if (settings.budget().isZero()) {
      section.at("budget", ConfigurationReader::withoutBudget);
    }
    if (section.has("interval")) {
      section.at("interval", () -> settings.requirePauseWithin(series));
    }
    return settings;
  }

  private static Void withoutBudget() {
    throw new IllegalArgumentException(
        "a budget of no time lets no run wait for a table or make an archive. Give at least 1s, or leave it out");
  }

  private List<ChunkingSpec> chunking(List<TimeSeriesSpec> series) {
    DynamoDbClient client =
        Configuration.shown(NoClient.DYNAMODB, series, null, InstantSource.system());
    List<ChunkingSpec> specs = new ArrayList<>();
    for (Section table : root.children("chunking")) {
      specs.add(ChunkingReader.read(table, series));
      table.build(() -> sweeperOf(specs, client));
    }
    return specs;
  }

  /** Reports what the sweeper's builder refuses. The clients send nothing. */
  private static OrphanSweeper sweeperOf(List<ChunkingSpec> specs, DynamoDbClient client) {
    OrphanSweeper.Builder builder = OrphanSweeper.builder(client).s3(NoClient.S3);
    specs.forEach(builder::table);
    return builder.build();
  }

  private SweepSettings sweep() {
    Section section = root.child("sweep");
    return section == null
        ? SweepSettings.DEFAULT
        : new SweepSettings(
            section.has("unitsPerSecond") ? section.decimal("unitsPerSecond") : null,
            section.numberOr("concurrency", SweepSettings.DEFAULT.concurrency()));
  }
}
