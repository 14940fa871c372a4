package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.client.StackLayer;
import java.time.Duration;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * Switches off the SDK's retries of batches, which would multiply the upload's attempts and delay
 * other batches. The SDK still corrects clock skew.
 */
public final class SingleAttempts {
  private static final RetryStrategy ONCE =
      DefaultRetryStrategy.standardStrategyBuilder()
          .maxAttempts(2)
          .retryOnException(
              failure ->
                  failure instanceof SdkServiceException service && service.isClockSkewException())
          .backoffStrategy(BackoffStrategy.retryImmediately())
          .throttlingBackoffStrategy(BackoffStrategy.fixedDelay(Duration.ofMillis(1)))
          .circuitBreakerEnabled(false)
          .useClientDefaults(false)
          .build();

  private static final SdkPlugin PLUGIN =
      client ->
          client.overrideConfiguration(
              client.overrideConfiguration().copy(settings -> settings.retryStrategy(ONCE)));

  private SingleAttempts() {}

  /**
   * The requests as {@code client} is to get them. A chunking client makes several requests of one
   * that build upon each other: it keeps the retries of the client below.
   */
  public static UnaryOperator<BatchWriteItemRequest> over(Object client) {
    return StackLayer.CHUNKING.isPartOf(client) ? UnaryOperator.identity() : SingleAttempts::once;
  }

  private static BatchWriteItemRequest once(BatchWriteItemRequest request) {
    AwsRequestOverrideConfiguration.Builder settings =
        request
            .overrideConfiguration()
            .map(AwsRequestOverrideConfiguration::toBuilder)
            .orElseGet(AwsRequestOverrideConfiguration::builder);
    return request.toBuilder().overrideConfiguration(settings.addPlugin(PLUGIN).build()).build();
  }
}
