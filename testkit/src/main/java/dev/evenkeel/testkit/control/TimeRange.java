package dev.evenkeel.testkit.control;

import java.time.Duration;

/**
 * A range of durations; each duration is drawn evenly from the range, both ends included.
 *
 * @param min the shortest
 * @param max the longest
 */
public record TimeRange(Duration min, Duration max) {
  /** Checks that the range is one. */
  public TimeRange {
    if (min.isNegative() || max.compareTo(min) < 0) {
      throw new IllegalArgumentException(
          "a range needs 0 <= min <= max but was " + min + " to " + max);
    }
  }

  /** Always the same time. */
  public static TimeRange exactly(Duration time) {
    return new TimeRange(time, time);
  }

  /** A range in seconds. */
  public static TimeRange ofSeconds(long min, long max) {
    return new TimeRange(Duration.ofSeconds(min), Duration.ofSeconds(max));
  }
}
