package dev.evenkeel.core.internal.operation;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** What the override configuration of a request says about its caller. */
public final class Overrides {
  private Overrides() {}

  /**
   * Whether what one request learned holds for another on the same client. Requests with settings
   * that may stand for another caller are left out: equal credentials providers, signers or plugins
   * can act for different callers. Names and timeouts cannot; the SDK's paginators and its Enhanced
   * Client send names.
   */
  public static boolean areOfNoOtherCaller(DynamoDbRequest request) {
    return request.overrideConfiguration().map(Overrides::namesAndTimeoutsOnly).orElse(true);
  }

  private static boolean namesAndTimeoutsOnly(RequestOverrideConfiguration settings) {
    AwsRequestOverrideConfiguration.Builder allowed = AwsRequestOverrideConfiguration.builder();
    settings.apiNames().forEach(allowed::addApiName);
    settings.apiCallTimeout().ifPresent(allowed::apiCallTimeout);
    settings.apiCallAttemptTimeout().ifPresent(allowed::apiCallAttemptTimeout);
    return allowed.build().equals(settings);
  }
}
