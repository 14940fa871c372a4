package dev.evenkeel.core.flow;

import java.time.Duration;

/**
 * Wait a while, without holding a thread where the client is asynchronous.
 *
 * @param longest how long at most
 * @param jittered whether any time up to the longest will do, drawn evenly by whoever runs the flow
 */
public record Pause(Duration longest, boolean jittered) implements Request<Done> {
  private static final int DOUBLED_MAX = 20;

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
    Duration doubled = first.multipliedBy(1L << Math.min(repeated, DOUBLED_MAX));
    return upTo(doubled.compareTo(longest) < 0 ? doubled : longest);
  }

  /** Wait any time up to this. */
  public static Pause upTo(Duration longest) {
    return new Pause(longest, true);
  }
}
