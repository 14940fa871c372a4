package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.LayoutJob;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The options that give a table with a layout record. */
final class LayoutOptions {
  @Mixin private final SpecOptions spec = new SpecOptions();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--layouts",
      paramLabel = "NAME",
      defaultValue = "evenkeel-layouts",
      description = "the control table that holds the layout record; default ${DEFAULT-VALUE}")
  private String layouts = "evenkeel-layouts";

  @Option(
      names = "--lease",
      paramLabel = "LENGTH",
      defaultValue = "20s",
      description =
          "how long clients act on what they have read, as their stores have it; default"
              + " ${DEFAULT-VALUE}")
  private String lease = "20s";

  @Option(
      names = "--late",
      paramLabel = "LENGTH",
      defaultValue = "20m",
      description =
          "how long after it was signed a request may be applied, as the clients' stores have it;"
              + " default ${DEFAULT-VALUE}. Less is for tests only")
  private String late = "20m";

  /** The type of the partition key. */
  ScalarAttributeType partitionKeyType() {
    return spec.partitionKeyType();
  }

  /** The type of the sort key. */
  ScalarAttributeType sortKeyType() {
    return spec.sortKeyType();
  }

  /** Runs with a job on the layout, with a progress display of that name. */
  <R> R with(Environment environment, String task, Function<LayoutJob, R> work) {
    Duration newLease = LengthOption.parse("--lease", lease);
    Duration newLate = LengthOption.parse("--late", late);
    newSpec().build();
    try (Progress progress = Progress.of(task, environment.terminal());
        DynamoDbClient client = environment.clients().dynamodb(connection.connection());
        LayoutStore store =
            LayoutStore.builder(client).table(layouts).times(newLease, newLate).build()) {
      return work.apply(
          new LayoutJob(this::newSpec, store, newLease.plus(newLate), client, progress::tell));
    } catch (ResourceNotFoundException e) {
      throw String.valueOf(e.getMessage()).contains(layouts) ? absent() : e;
    } catch (AwsServiceException e) {
      throw Causes.isDenied(e)
          ? new JobException(Causes.text(e) + " docs/adopt.md has the rights that are needed.")
          : e;
    }
  }

  private ShardingSpec.Builder newSpec() {
    return spec.spec("--table, --partition-key and --sort-key say which table it is. Give them.");
  }

  private JobException absent() {
    return new JobException(
        "there is no control table '%s' there, so no client has a layout record. Check --layouts, the region and the endpoint; docs/adopt.md says how to create it."
            .formatted(layouts));
  }
}
