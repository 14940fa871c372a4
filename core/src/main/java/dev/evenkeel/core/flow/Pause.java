package dev.evenkeel.core.flow;

import java.time.Duration;

/**
 * Wait a while, without holding a thread where the client is asynchronous.
 *
 * @param longest how long at most
 * @param jittered whether any time up to the longest will do, drawn evenly by whoever runs the flow
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

  /** Wait any time up to this. */
  public static Pause upTo(Duration longest) {
    return new Pause(longest, true);
  }
}
