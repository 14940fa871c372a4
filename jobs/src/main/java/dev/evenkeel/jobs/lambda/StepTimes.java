package dev.evenkeel.jobs.lambda;

import java.time.Duration;
import java.util.function.Supplier;

/** Measures steps to decide whether there is time for another. */
final class StepTimes {
  private final Supplier<Duration> remaining;
  private Duration before;
  private Duration longest = Duration.ZERO;

  StepTimes(Supplier<Duration> remaining) {
    this.remaining = remaining;
    this.before = remaining.get();
  }

  void stepDone() {
    Duration now = remaining.get();
    Duration took = before.minus(now);
    longest = took.compareTo(longest) > 0 ? took : longest;
    before = now;
  }

  boolean isTimeForAnother() {
    return TimeSlice.isEnough(remaining.get(), longest);
  }
}
