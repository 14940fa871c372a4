package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * A pause, which holds neither a thread nor a permit.
 *
 * @param longest how long at most
 * @param jittered whether the runner draws a random time up to the longest
 */
public record Pause(Duration longest, boolean jittered) implements Request<Done> {
  public Pause {
    if (longest.isNegative()) {
      throw new IllegalArgumentException("a pause cannot be negative but is " + longest);
    }
  }

  /** Wait this long. */
  public static Pause of(Duration length) {
    return new Pause(length, false);
  }

  /**
   * Wait before a repetition: any time up to a first length that doubles with each one before.
   *
   * @param repeated how many repetitions there were, from 0
   * @param longest where the doubling ends
   */
  public static Pause doubling(Duration first, int repeated, Duration longest) {
    BackoffStrategy delays = BackoffStrategy.exponentialDelayWithoutJitter(first, longest);
    // The first attempt has no pause before it.
    return upTo(delays.computeDelay(repeated + 2));
  }

  /** Wait any time up to this. */
  public static Pause upTo(Duration longest) {
    return new Pause(longest, true);
  }

  /** The duration of the pause: the longest time, or a random one each time. */
  public Duration drawn() {
    return jittered && longest.toMillis() > 0
        ? BackoffStrategy.fixedDelay(longest).computeDelay(1)
        : longest;
  }
}
