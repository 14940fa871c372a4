package dev.evenkeel.timeseries.spec;

import java.time.Duration;
import java.time.Instant;

/**
 * A stretch of time.
 *
 * @param start its first instant
 * @param end the first instant that is no longer part of it
 */
public record TimeSpan(Instant start, Instant end) {

  /**
   * @throws IllegalArgumentException if it is empty
   */
  public TimeSpan {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException(
          "start must be before end but was %s and %s".formatted(start, end));
    }
  }

  /** Whether an instant is part of it. */
  public boolean contains(Instant time) {
    return !time.isBefore(start) && time.isBefore(end);
  }

  /** The length of the span. */
  public Duration length() {
    return Duration.between(start, end);
  }
}
