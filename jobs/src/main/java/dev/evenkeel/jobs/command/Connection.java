package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.AwsEndpoints;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom to talk to; what is null is found as the AWS SDK finds it, in the environment, system
 * properties and profiles.
 *
 * @param region such as {@code eu-central-1}
 * @param dynamodb the endpoint of DynamoDB
 * @param s3 the endpoint of S3
 */
public record Connection(@Nullable String region, @Nullable URI dynamodb, @Nullable URI s3) {
  /** All as the SDK finds it. */
  public static final Connection DEFAULT = new Connection(null, null, null);

  private static final String ALL = "AWS_ENDPOINT_URL";
  private static final String DYNAMODB = "AWS_ENDPOINT_URL_DYNAMODB";
  private static final String S3 = "AWS_ENDPOINT_URL_S3";

  /** The variables of the environment in which the SDK finds endpoints. */
  static final List<String> ENDPOINTS = List.of(ALL, DYNAMODB, S3);

  /** Whether S3 is said to be somewhere else than at AWS. */
  boolean isS3Elsewhere() {
    return s3 == null ? isElsewhere(S3) || isElsewhere(ALL) : !AwsEndpoints.isAws(s3);
  }

  private static boolean isElsewhere(String variable) {
    String said = System.getenv(variable);
    return said != null && !AwsEndpoints.isAws(URI.create(said.strip()));
  }
}
