package dev.evenkeel.caching.internal.operation;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Settings of a single request, such as credentials, that may make its caller another one than the
 * client's.
 */
final class CallerSettings {
  private CallerSettings() {}

  /**
   * Whether a request is the client's own: it has no settings, or only names of libraries for the
   * user agent, as the SDK's paginators and its Enhanced Client add.
   */
  static boolean areNone(DynamoDbRequest request) {
    return request.overrideConfiguration().map(CallerSettings::areNamesOnly).orElse(true);
  }

  private static boolean areNamesOnly(AwsRequestOverrideConfiguration settings) {
    AwsRequestOverrideConfiguration.Builder names = AwsRequestOverrideConfiguration.builder();
    settings.apiNames().forEach(names::addApiName);
    return names.build().equals(settings);
  }
}
