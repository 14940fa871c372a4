package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.work.ParquetJob;
import dev.evenkeel.jobs.work.PricedSeries;
import dev.evenkeel.jobs.work.SeriesJob;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The options of all commands on series, and the job that they describe. */
final class SeriesOptions {
  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  /** A job by the prices of its region. */
  PricedSeries priced(PriceOptions prices, SeriesJob job) {
    return job.priced(prices.of(job.connection().region().id(), job.prices()));
  }

  /** Runs a job on copies of archives. An invalid configuration is refused before. */
  <T> T copying(Environment environment, Function<ParquetJob, T> doing) {
    Configuration read = configuration.read();
    Connection to = connection.connection();
    try (DynamoDbClient client = environment.clients().dynamodb(to);
        S3Client s3 = environment.clients().s3(to)) {
      return doing.apply(new ParquetJob(read, client, s3));
    }
  }

  /** Runs a long operation and reports its progress. */
  <T> T watched(
      String task,
      Environment environment,
      Clients clients,
      InstantSource clock,
      boolean deleting,
      Function<SeriesJob, T> doing) {
    try (Progress progress = Progress.of(task, environment.terminal())) {
      return with(clients, clock, deleting, client -> new WatchedClient(client, progress), doing);
    }
  }

  /** Runs a job that deletes nothing, by the real clock. */
  <T> T with(Environment environment, Function<SeriesJob, T> doing) {
    return with(environment, environment.clock(), false, doing);
  }

  /** Runs a job by a given clock. */
  <T> T with(
      Environment environment,
      InstantSource clock,
      boolean deleting,
      Function<SeriesJob, T> doing) {
    return with(environment.clients(), clock, deleting, UnaryOperator.identity(), doing);
  }

  /**
   * Runs a job and closes its clients afterwards. An invalid configuration is refused before a
   * client is created.
   */
  private <T> T with(
      Clients clients,
      InstantSource clock,
      boolean deleting,
      UnaryOperator<DynamoDbClient> decorating,
      Function<SeriesJob, T> doing) {
    Configuration read = configuration.read();
    try (DynamoDbClient client = clients.dynamodb(connection.connection());
        S3Client s3 = read.hasArchives() ? clients.s3(connection.connection()) : null) {
      SeriesJob job =
          new SeriesJob(read, read.lifecycle(), decorating.apply(client), s3, clock, deleting);
      return doing.apply(job.scaledBy(clients.scalableTargets(client)));
    }
  }
}
