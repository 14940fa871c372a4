package dev.evenkeel.jobs.command;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for region and endpoints. */
final class ConnectionOptions {
  @Option(
      names = "--region",
      paramLabel = "REGION",
      description =
          "the AWS region; otherwise the configuration's 'regions', AWS_REGION, or the profile's."
              + " May be repeated: the command runs in one after the other, and ends as the worst")
  private List<String> regions = new ArrayList<>();

  @Option(
      names = "--role-arn",
      paramLabel = "ARN",
      defaultValue = "${env:EVENKEEL_ROLE_ARN}",
      description = "assume this role first, for all requests; otherwise EVENKEEL_ROLE_ARN")
  private @Nullable String roleArn;

  private @Nullable String chosen;

  @Option(
      names = "--dynamodb-endpoint",
      paramLabel = "URL",
      converter = Endpoint.class,
      description =
          "the endpoint of DynamoDB; otherwise AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL or"
              + " AWS's")
  private @Nullable URI dynamodb;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      converter = Endpoint.class,
      description = "the endpoint of S3; otherwise AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or AWS's")
  private @Nullable URI s3;

  /** The regions that are named; none if the SDK is to find one. */
  List<String> regions() {
    return regions;
  }

  /** Takes one of several. */
  void choose(String region) {
    chosen = region;
  }

  Connection connection() {
    String only = regions.size() == 1 ? regions.get(0) : null;
    String role = roleArn == null || roleArn.isEmpty() ? null : roleArn; // an empty variable
    return new Connection(chosen == null ? only : chosen, dynamodb, s3, role);
  }
}
