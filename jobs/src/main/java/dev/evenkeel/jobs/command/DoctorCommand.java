package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.DoctorReport;
import dev.evenkeel.jobs.work.DoctorJob;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SeriesJob;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** Looks whether all is as it should be. */
@Command(
    name = "doctor",
    description = {
      "Looks whether tables, some of their items, rights, the clock and the SDK are as they should"
          + " be: of a configuration, or with --table of a sharded table. Writes nothing, and tries"
          + " no right that could. Costs a few requests for each table, and what it samples: up to"
          + " 100 items of a sharded table, 25 items of each of the latest three tables of a"
          + " series, 25 items and the first MiBs of 5 values of a table with large values.",
      ""
    },
    exitCodeList = {
      "0:nothing is wrong",
      "1:something is wrong, as the report says, or it could not look, as standard error says"
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel doctor --config evenkeel.yaml",
      "  evenkeel doctor --table hits --partition-key day --sort-key at --shards 16"
    })
final class DoctorCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final OutputOption output = new OutputOption();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "look at a sharded table instead, whose spec the other options say")
  private @Nullable String table;

  @Option(names = "--partition-key", paramLabel = "NAME", description = "of the table's spec")
  private @Nullable String partitionKey;

  @Option(
      names = "--partition-key-type",
      paramLabel = "TYPE",
      description = "of logical keys: S, N or B; S unless said")
  private @Nullable String partitionType;

  @Option(names = "--sort-key", paramLabel = "NAME", description = "of the table's spec")
  private @Nullable String sortKey;

  @Option(names = "--sort-key-type", paramLabel = "TYPE", description = "S, N or B; S unless said")
  private @Nullable String sortType;

  @Option(names = "--shards", paramLabel = "COUNT", description = "of each key")
  private @Nullable Integer shards;

  @Option(
      names = "--hash-of",
      paramLabel = "NAME",
      description = "what shards are calculated from; the sort key unless said")
  private @Nullable String hashOf;

  @Option(
      names = "--drawn",
      description = "shards are drawn, at random or in turn, so items may lie on any")
  private boolean drawn;

  @Option(
      names = "--separator",
      paramLabel = "TEXT",
      description = "between key and number; a point unless said")
  private @Nullable String separator;

  DoctorCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    requireTable();
    DoctorReport report = table == null ? configured() : sharded(table);
    output.print(environment.terminal(), report);
    return report.isHealthy() ? 0 : EvenkeelCommand.FAILED;
  }

  private void requireTable() {
    boolean isSpec =
        drawn
            || Stream.of(partitionKey, partitionType, sortKey, sortType, shards, hashOf, separator)
                .anyMatch(Objects::nonNull);
    if (table == null && isSpec) {
      throw new JobException("The options of a spec are for a sharded table. Say --table, too.");
    }
  }

  private DoctorReport sharded(String name) {
    ShardingSpec spec = spec(name);
    try (DynamoDbClient client = environment.clients().dynamodb(connection.connection())) {
      return new DoctorJob(client, environment.clock()).sharded(spec);
    }
  }

  private ShardingSpec spec(String name) {
    if (partitionKey == null || sortKey == null || shards == null) {
      throw new JobException("--table needs --partition-key, --sort-key and --shards. Say them.");
    }
    if (drawn && hashOf != null) {
      throw new JobException("--drawn and --hash-of are two kinds of selectors. Say one of them.");
    }
    try {
      ShardingSpec.Builder spec =
          ShardingSpec.builder(name)
              .partitionKey(partitionKey, type(partitionType))
              .sortKey(sortKey, type(sortType))
              .shards(shards);
      if (drawn) {
        spec.selector(ShardSelector.random()).uniqueSortKeys();
      } else if (hashOf != null) {
        spec.selector(ShardSelector.hashOf(hashOf));
      }
      return separator == null
          ? spec.build()
          : spec.suffixFormat(SuffixFormat.DEFAULT.withSeparator(separator)).build();
    } catch (IllegalArgumentException e) {
      throw new JobException(String.valueOf(e.getMessage()));
    }
  }

  private static ScalarAttributeType type(@Nullable String said) {
    ScalarAttributeType type =
        said == null ? ScalarAttributeType.S : ScalarAttributeType.fromValue(said);
    if (type == ScalarAttributeType.UNKNOWN_TO_SDK_VERSION) {
      throw new JobException("'%s' is no type of a key. Take S, N or B.".formatted(said));
    }
    return type;
  }

  private DoctorReport configured() {
    Configuration read = configuration.read();
    boolean hasSeries = !read.tables().isEmpty();
    if (!hasSeries && read.chunking().isEmpty()) {
      throw new JobException("%s: there is nothing in it to look at.".formatted(read.file()));
    }
    try (DynamoDbClient client = environment.clients().dynamodb(connection.connection());
        S3Client s3 =
            read.hasBuckets() || read.hasArchives()
                ? environment.clients().s3(connection.connection())
                : null) {
      ScalableTargets targets = environment.clients().scalableTargets(client);
      SeriesJob series =
          hasSeries
              ? new SeriesJob(read, read.lifecycle(), client, s3, environment.clock(), false)
                  .scaledBy(targets)
              : null;
      return new DoctorJob(client, environment.clock()).configured(read, s3, series, targets);
    }
  }
}
