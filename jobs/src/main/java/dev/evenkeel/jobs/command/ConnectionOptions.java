package dev.evenkeel.jobs.command;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for region and endpoints. */
final class ConnectionOptions {
  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "the AWS region; otherwise AWS_REGION, or the profile's")
  private @Nullable String region;

  @Option(
      names = "--dynamodb-endpoint",
      paramLabel = "URL",
      converter = Endpoint.class,
      description =
          "the endpoint of DynamoDB; otherwise AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL or AWS's")
  private @Nullable URI dynamodb;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      converter = Endpoint.class,
      description = "the endpoint of S3; otherwise AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or AWS's")
  private @Nullable URI s3;

  Connection connection() {
    return new Connection(region, dynamodb, s3);
  }
}
