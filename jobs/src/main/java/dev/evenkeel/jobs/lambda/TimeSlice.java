package dev.evenkeel.jobs.lambda;

import java.time.Duration;

/** The share of a function's time that a job may use. */
final class TimeSlice {
  /** Reserve for the work after the last wait and for the answer. */
  private static final Duration RESERVE = Duration.ofSeconds(30);

  private TimeSlice() {}

  /**
   * The time that a run may wait: what remains without the length of a lease that a dead run may
   * have left, and without a reserve; but no more than the configuration says.
   */
  static Duration budget(Duration remaining, Duration leaseLength, Duration configured) {
    Duration rest = remaining.minus(leaseLength).minus(RESERVE);
    Duration least = rest.isNegative() ? Duration.ZERO : rest;
    return least.compareTo(configured) < 0 ? least : configured;
  }

  /** Whether there is time for another step that may take as long as the longest so far. */
  static boolean isEnough(Duration remaining, Duration longestStep) {
    return remaining.compareTo(longestStep.multipliedBy(2).plus(RESERVE)) > 0;
  }
}
