package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

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
}
