package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.work.SeriesJob;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The options that all commands on series have, and what is made of them. */
final class SeriesOptions {
  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  /** Does something that takes its time, and tells how far it is. */
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

  /** Does something with a job that deletes nothing, at the time of now. */
  <T> T with(Environment environment, Function<SeriesJob, T> doing) {
    return with(environment, environment.clock(), false, doing);
  }

  /** Does something with a job, at a given time. */
  <T> T with(
      Environment environment,
      InstantSource clock,
      boolean deleting,
      Function<SeriesJob, T> doing) {
    return with(environment.clients(), clock, deleting, UnaryOperator.identity(), doing);
  }

  /**
   * Does something with a job, over clients that are closed afterwards. Wrong configurations are
   * told before there is one.
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
