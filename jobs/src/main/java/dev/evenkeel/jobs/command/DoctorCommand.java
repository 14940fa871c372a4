package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.DoctorReport;
import dev.evenkeel.jobs.work.DoctorJob;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SeriesJob;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Checks tables, items, rights, clock and SDK. */
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
final class DoctorCommand extends ReportCommand {
  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Mixin private final SpecOptions sharded = new SpecOptions();

  @Option(
      names = "--drawn",
      description = "shards are drawn, at random or in turn, so items may lie on any")
  private boolean drawn;

  @Override
  public Integer call() {
    requireTable();
    return print(sharded.table() == null ? configured() : sharded());
  }

  private void requireTable() {
    if (sharded.table() == null && (drawn || sharded.isSpec())) {
      throw new JobException("The options of a spec are for a sharded table. Add --table.");
    }
  }

  private DoctorReport sharded() {
    ShardingSpec spec = spec();
    try (DynamoDbClient client = environment().clients().dynamodb(connection.connection())) {
      return new DoctorJob(client, environment().clock()).sharded(spec);
    }
  }

  private ShardingSpec spec() {
    String missing = "--table needs --partition-key, --sort-key and --shards. Give them.";
    if (!sharded.hasShards()) {
      throw new JobException(missing);
    }
    if (drawn && sharded.hasHashOf()) {
      throw new JobException("--drawn and --hash-of are two kinds of selectors. Give one of them.");
    }
    ShardingSpec.Builder spec = sharded.spec(missing);
    return drawn ? spec.selector(ShardSelector.random()).uniqueSortKeys().build() : spec.build();
  }

  private DoctorReport configured() {
    Configuration read = configuration.read();
    boolean hasSeries = !read.tables().isEmpty();
    if (!hasSeries && read.chunking().isEmpty()) {
      throw new JobException("%s: there is nothing in it to check.".formatted(read.file()));
    }
    try (DynamoDbClient client = environment().clients().dynamodb(connection.connection());
        S3Client s3 =
            read.hasBuckets() || read.hasArchives()
                ? environment().clients().s3(connection.connection())
                : null) {
      ScalableTargets targets = environment().clients().scalableTargets(client);
      SeriesJob series =
          hasSeries
              ? new SeriesJob(read, read.lifecycle(), client, s3, environment().clock(), false)
                  .scaledBy(targets)
              : null;
      return new DoctorJob(client, environment().clock()).configured(read, s3, series, targets);
    }
  }
}
