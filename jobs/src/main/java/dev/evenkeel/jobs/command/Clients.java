package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.AutoScaling;
import dev.evenkeel.jobs.work.AwsEndpoints;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.NamedTables;
import dev.evenkeel.jobs.work.SlowAnswers;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Creates the clients of the AWS SDK. The caller closes them. */
public interface Clients {
  /** A client of DynamoDB. */
  DynamoDbClient dynamodb(Connection connection);

  /** A client of S3. */
  S3Client s3(Connection connection);

  /** Finds the tables of a client that others scale; null if no service can be asked. */
  default @Nullable ScalableTargets scalableTargets(DynamoDbClient client) {
    return null;
  }

  /** Clients with the SDK's default region, endpoint and credentials. */
  static Clients ofTheSdk() {
    return new Clients() {
      @Override
      public DynamoDbClient dynamodb(Connection connection) {
        checkEnvironment();
        var builder =
            region(DynamoDbClient.builder(), connection)
                .overrideConfiguration(
                    all ->
                        all.addExecutionInterceptor(new NamedTables())
                            .addExecutionInterceptor(SlowAnswers.logged())
                            .addExecutionInterceptor(LayoutGuard.create()));
        Roles.assume(builder, connection);
        return connection.dynamodb() == null
            ? builder.build()
            : builder.endpointOverride(connection.dynamodb()).build();
      }

      @Override
      public @Nullable ScalableTargets scalableTargets(DynamoDbClient client) {
        return AutoScaling.of(client.serviceClientConfiguration());
      }

      /** S3 servers other than AWS seldom support virtual-hosted bucket names. */
      @Override
      public S3Client s3(Connection connection) {
        checkEnvironment();
        S3ClientBuilder builder = region(S3Client.builder(), connection);
        Roles.assume(builder, connection);
        builder.forcePathStyle(connection.isS3Elsewhere());
        return connection.s3() == null
            ? builder.build()
            : builder.endpointOverride(connection.s3()).build();
      }
    };
  }

  /** Checks the endpoint first: the SDK's message for an invalid one is misleading. */
  private static void checkEnvironment() {
    for (String variable : Connection.ENDPOINTS) {
      Endpoint.check(variable, System.getenv(variable));
    }
  }

  /**
   * The same clients, refused for AWS endpoints: a rehearsal's clock could delete real tables and
   * objects.
   *
   * @param switching the function that sets the clock
   */
  static Clients rehearsing(Clients clients, String switching) {
    return new Clients() {
      @Override
      public DynamoDbClient dynamodb(Connection connection) {
        DynamoDbClient client = clients.dynamodb(connection);
        requireElsewhere(
            client, client.serviceClientConfiguration(), switching, "--dynamodb-endpoint");
        return client;
      }

      @Override
      public S3Client s3(Connection connection) {
        S3Client client = clients.s3(connection);
        requireElsewhere(client, client.serviceClientConfiguration(), switching, "--s3-endpoint");
        return client;
      }
    };
  }

  private static void requireElsewhere(
      SdkClient client,
      SdkServiceClientConfiguration configuration,
      String switching,
      String option) {
    if (AwsEndpoints.isUsedBy(configuration)) {
      client.close();
      throw new JobException(
          "%s would have AWS's %s go by a clock that is wrong. It is for tests and rehearsals: name a local engine with %s, or leave it out."
              .formatted(switching, option.startsWith("--s3") ? "S3" : "DynamoDB", option));
    }
  }

  private static <B extends AwsClientBuilder<B, ?>> B region(B builder, Connection connection) {
    return connection.region() == null ? builder : builder.region(Region.of(connection.region()));
  }
}
