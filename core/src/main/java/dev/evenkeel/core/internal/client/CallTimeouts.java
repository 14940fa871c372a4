package dev.evenkeel.core.internal.client;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The API call timeout that holds for a request: its own, or else the client's. */
public final class CallTimeouts {
  private final @Nullable Duration clientTimeout;

  private CallTimeouts(@Nullable Duration clientTimeout) {
    this.clientTimeout = clientTimeout;
  }

  /** The timeouts of a client with this configuration; none if it cannot tell its configuration. */
  public static CallTimeouts of(Supplier<DynamoDbServiceClientConfiguration> configuration) {
    try {
      return new CallTimeouts(
          configuration.get().overrideConfiguration().apiCallTimeout().orElse(null));
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return new CallTimeouts(null); // a stand-in client that has no configuration
    }
  }

  /** The timeout of a call with this request, or null if it has none. */
  public @Nullable Duration of(DynamoDbRequest request) {
    AwsRequestOverrideConfiguration own = request.overrideConfiguration().orElse(null);
    return own == null
        ? clientTimeout
        : ((RequestOverrideConfiguration) own).apiCallTimeout().orElse(clientTimeout);
  }
}
