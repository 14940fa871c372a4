package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * When a call must have ended: the SDK's API call timeout, applied to a call that is made of
 * several. Each sub-request carries the same timeout itself, so a call of one needs nothing more.
 */
public final class Deadline {
  /** No deadline. */
  public static final Deadline NONE = new Deadline(null, 0);

  private final @Nullable Duration timeout;
  private final long endNanos;

  private Deadline(@Nullable Duration timeout, long endNanos) {
    this.timeout = timeout;
    this.endNanos = endNanos;
  }

  /** The deadline of a call that starts now; none if there is no timeout. */
  public static Deadline in(@Nullable Duration timeout) {
    return timeout == null ? NONE : new Deadline(timeout, System.nanoTime() + timeout.toNanos());
  }

  /** The timeout this deadline was made of, or null. */
  @Nullable Duration timeout() {
    return timeout;
  }

  /** The time left, at least 0; the greatest number if there is no deadline. */
  long remainingNanos() {
    return timeout == null ? Long.MAX_VALUE : Math.max(0, endNanos - System.nanoTime());
  }

  /**
   * Checks the clock.
   *
   * @throws ApiCallTimeoutException if the time is over
   */
  void check() {
    if (timeout != null && remainingNanos() == 0) {
      throw exceeded();
    }
  }

  ApiCallTimeoutException exceeded() {
    return ApiCallTimeoutException.create(timeout == null ? 0 : timeout.toMillis());
  }

  /** The API call timeout that holds for a request: its own, or else the client's. */
  public static final class Timeouts {
    private final @Nullable Duration clientTimeout;

    private Timeouts(@Nullable Duration clientTimeout) {
      this.clientTimeout = clientTimeout;
    }

    /**
     * The timeouts of a client with this configuration; none if it cannot tell its configuration.
     */
    public static Timeouts of(Supplier<DynamoDbServiceClientConfiguration> configuration) {
      try {
        return new Timeouts(
            configuration.get().overrideConfiguration().apiCallTimeout().orElse(null));
      } catch (RuntimeException e) {
        // A stand-in client that has no configuration, or a proxy that has no client yet.
        return new Timeouts(null);
      }
    }

    /** The deadline of a call with this request that starts now. */
    public Deadline of(DynamoDbRequest request) {
      AwsRequestOverrideConfiguration own = request.overrideConfiguration().orElse(null);
      return in(
          own == null
              ? clientTimeout
              : ((RequestOverrideConfiguration) own).apiCallTimeout().orElse(clientTimeout));
    }
  }
}
