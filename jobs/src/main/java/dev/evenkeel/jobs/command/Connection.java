package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.AwsEndpoints;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Region and endpoints of AWS or of another server. The AWS SDK finds null members in the
 * environment, system properties and profiles.
 *
 * @param region such as {@code eu-central-1}
 * @param dynamodb the endpoint of DynamoDB
 * @param s3 the endpoint of S3
 * @param roleArn the role to assume; null for the credentials that the SDK finds
 */
public record Connection(
    @Nullable String region, @Nullable URI dynamodb, @Nullable URI s3, @Nullable String roleArn) {
  /** Region and endpoints as the SDK finds them. */
  public static final Connection DEFAULT = new Connection(null, null, null);

  /** With the credentials that the SDK finds. */
  public Connection(@Nullable String region, @Nullable URI dynamodb, @Nullable URI s3) {
    this(region, dynamodb, s3, null);
  }

  private static final String ALL = "AWS_ENDPOINT_URL";
  private static final String DYNAMODB = "AWS_ENDPOINT_URL_DYNAMODB";
  private static final String S3 = "AWS_ENDPOINT_URL_S3";

  /** The environment variables from which the SDK reads endpoints. */
  static final List<String> ENDPOINTS = List.of(ALL, DYNAMODB, S3);

  /** Whether the endpoint of S3 is not AWS's. */
  boolean isS3Elsewhere() {
    return s3 == null ? isElsewhere(S3) || isElsewhere(ALL) : !AwsEndpoints.isAws(s3);
  }

  private static boolean isElsewhere(String variable) {
    String endpoint = System.getenv(variable);
    return endpoint != null && !AwsEndpoints.isAws(URI.create(endpoint.strip()));
  }
}
