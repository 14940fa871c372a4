package dev.evenkeel.jobs.command;

import java.net.URI;
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
}
