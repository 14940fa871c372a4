package dev.evenkeel.jobs.command;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.LayoutJob;
import dev.evenkeel.jobs.work.RaiseJob;
import dev.evenkeel.jobs.work.ReshardJob;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The options that give a table with a layout record. */
final class LayoutOptions {
  private static final String RIGHTS =
      "'evenkeel iam --layout TABLE' prints the policy that is needed.";

  @Mixin private final SpecOptions spec = new SpecOptions();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Spec private @Nullable CommandSpec own;

  @Option(
      names = "--layouts",
      paramLabel = "NAME",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
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

  @Option(
      names = "--one-region",
      description =
          "all clients write the table in this region, though it has replicas in others: otherwise"
              + " changes of a global table are refused")
  private boolean oneRegion;

  @Option(
      names = "--series",
      paramLabel = "FILE",
      description = "the configuration that has the time series which items move to, if it is one")
  private @Nullable Path series;

  /** The partition key that an option gives; in base64 if it is of type B. */
  AttributeValue partitionKey(String option, String given) {
    return value(option, spec.partitionKeyType(), given);
  }

  /** The sort key that an option gives; in base64 if it is of type B. */
  AttributeValue sortKey(String option, String given) {
    return value(option, spec.sortKeyType(), given);
  }

  private static AttributeValue value(String option, ScalarAttributeType type, String given) {
    return switch (type) {
      case N -> AttributeValue.fromN(CanonicalNumber.of(given));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes(option, given)));
      default -> AttributeValue.fromS(given);
    };
  }

  private static byte[] bytes(String option, String given) {
    try {
      return Base64.getDecoder().decode(given);
    } catch (IllegalArgumentException e) {
      throw new JobException(option + " is no base64, in which values of type B are given.");
    }
  }

  Connection connection() {
    return connection.connection();
  }

  /**
   * Runs with a job on the layout, with a progress display of that name. It is broken off if the
   * process is asked to end.
   *
   * @param writes whether it writes anything
   */
  <R> R with(Environment environment, String task, boolean writes, Function<LayoutJob, R> work) {
    newSpec().build();
    return opened(
        environment,
        task,
        RIGHTS,
        (client, store, progress) -> {
          LayoutJob job =
              new LayoutJob(
                  this::newSpec, store, silent(), client, environment.clock(), progress::tell);
          return BrokenOff.whenAsked(
              environment.termination(),
              task,
              writes,
              job.tableName(),
              () -> work.apply(job),
              job::layout);
        });
  }

  /**
   * Runs with a job that raises the shard count of items whose shards are drawn. It is broken off
   * as {@link #with} is.
   */
  <R> R withDrawn(
      Environment environment,
      String task,
      boolean writes,
      ShardSelector selector,
      Function<RaiseJob, R> work) {
    ShardingSpec.Builder drawn = newSpec().selector(selector).uniqueSortKeys();
    return raising(
        environment,
        task,
        writes,
        (client, store) -> LayoutEditor.of(drawn.layoutFrom(store).build(), client),
        work);
  }

  /**
   * Runs with a job that raises the shard count of counters. It is broken off as {@link #with} is.
   */
  <R> R withCounters(
      Environment environment, String task, boolean writes, Function<RaiseJob, R> work) {
    CounterSpec.Builder counters =
        spec.counters(
            "--table, --partition-key and --shards say which counters they are. Give them.");
    return raising(
        environment,
        task,
        writes,
        (client, store) -> LayoutEditor.of(counters.layoutFrom(store).build(), client),
        work);
  }

  private <R> R raising(
      Environment environment,
      String task,
      boolean writes,
      BiFunction<DynamoDbClient, LayoutStore, LayoutEditor> editing,
      Function<RaiseJob, R> work) {
    String tableName = requireNonNull(spec.table());
    return opened(
        environment,
        task,
        RIGHTS,
        (client, store, progress) -> {
          LayoutEditor editor = editing.apply(client, store);
          RaiseJob job =
              new RaiseJob(editor, tableName, store, silent(), environment.clock(), progress::tell);
          return BrokenOff.whenAsked(
              environment.termination(),
              task,
              writes,
              tableName,
              () -> work.apply(job),
              editor::show);
        });
  }

  /** Runs with a job that moves items. It is broken off as {@link #with} is. */
  <R> R moving(
      Environment environment,
      String task,
      boolean writes,
      BiFunction<ReshardJob, Progress, R> work) {
    return passing(
        environment,
        task,
        (job, progress) ->
            BrokenOff.whenAsked(
                environment.termination(),
                task,
                writes,
                job.tableName(),
                () -> work.apply(job, progress),
                job::layout));
  }

  /** Runs with a job that moves items, whose work ends by itself when the process is asked to. */
  <R> R passing(Environment environment, String task, BiFunction<ReshardJob, Progress, R> work) {
    newSpec().build();
    return opened(
        environment,
        task,
        "'evenkeel iam --reshard TABLE' prints the policy that is needed.",
        (client, store, progress) ->
            work.apply(
                new ReshardJob(
                    newSpec().layoutFrom(store).build(),
                    store.table(),
                    routed(client, environment.clock()),
                    GivenOptions.of(requireNonNull(own))),
                progress));
  }

  /** Whether the items may move to a time series. */
  boolean hasSeries() {
    return series != null;
  }

  /** A client that sends what it is asked of a time series to the tables of its items. */
  private DynamoDbClient routed(DynamoDbClient client, InstantSource clock) {
    if (series == null) {
      return client;
    }
    TimeSeriesDynamoDbClient.Builder routed = TimeSeriesDynamoDbClient.builder(client).clock(clock);
    ConfigurationReader.read(series, "--series").tables().forEach(routed::table);
    return routed.build();
  }

  /** Work with what is open for its length. */
  private interface Work<R> {
    R on(DynamoDbClient client, LayoutStore store, Progress progress);
  }

  /** After which nothing of a client that has died can happen any more. */
  Duration silent() {
    return LengthOption.parse("--lease", lease).plus(LengthOption.parse("--late", late));
  }

  private <R> R opened(Environment environment, String task, String rights, Work<R> work) {
    Duration newLease = LengthOption.parse("--lease", lease);
    Duration newLate = LengthOption.parse("--late", late);
    try (Progress progress = Progress.of(task, environment.terminal());
        DynamoDbClient client = environment.clients().dynamodb(connection.connection());
        LayoutStore store = store(client, newLease, newLate)) {
      return work.on(client, store, progress);
    } catch (LayoutUnknownException e) {
      throw e.getCause() instanceof ResourceNotFoundException && !e.mayHaveWritten() ? absent() : e;
    } catch (ResourceNotFoundException e) {
      throw new JobException(Causes.text(e) + ". Check --table, the region and the endpoint.");
    } catch (AwsServiceException e) {
      throw Causes.isDenied(e) ? new JobException(Causes.text(e) + " " + rights) : e;
    }
  }

  private LayoutStore store(DynamoDbClient client, Duration newLease, Duration newLate) {
    LayoutStore.Builder store = LayoutStore.builder(client).table(layouts).times(newLease, newLate);
    return oneRegion ? store.writtenInOneRegion().build() : store.build();
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
