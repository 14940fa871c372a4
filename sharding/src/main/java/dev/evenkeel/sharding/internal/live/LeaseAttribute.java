package dev.evenkeel.sharding.internal.live;

import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Carries the lease of a call, on its requests, down to the client that sends. Apart from the
 * lease, since the SDK lets each name be made once in a JVM.
 */
public final class LeaseAttribute {
  public static final ExecutionAttribute<LayoutLease> LEASE =
      new ExecutionAttribute<>("dev.evenkeel.sharding.layout");

  private LeaseAttribute() {}

  /** The request, whose sub-requests carry the lease down to the client that sends. */
  public static DynamoDbRequest on(DynamoDbRequest request, LayoutLease lease) {
    AwsRequestOverrideConfiguration.Builder settings =
        request
            .overrideConfiguration()
            .map(AwsRequestOverrideConfiguration::toBuilder)
            .orElseGet(AwsRequestOverrideConfiguration::builder);
    AwsRequest.Builder guarded = request.toBuilder();
    return (DynamoDbRequest)
        guarded.overrideConfiguration(settings.putExecutionAttribute(LEASE, lease).build()).build();
  }
}
