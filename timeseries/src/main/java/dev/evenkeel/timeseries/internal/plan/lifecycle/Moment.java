package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.ClockWentBackException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What time a run goes by, after comparing its clock with what earlier runs saw. Time never runs
 * backwards from run to run.
 *
 * @param now what it goes by
 * @param isDoubtful whether it is so much later that the clock may be wrong: then nothing is taken
 *     away
 */
record Moment(Instant now, boolean isDoubtful) {
  /** Clocks of two healthy machines differ by less. */
  static final Duration SKEW_MAX = Duration.ofMinutes(5);

  /**
   * Judges a clock.
   *
   * @param seen the latest instant that a run saw; null before the first
   * @throws ClockWentBackException if it is earlier, by more than clocks differ
   */
  static Moment of(String series, Instant now, @Nullable Instant seen, Duration leapMax) {
    if (seen == null) {
      return new Moment(now, false);
    }
    if (now.isBefore(seen.minus(SKEW_MAX))) {
      throw new ClockWentBackException(series, now, seen);
    }
    return now.isBefore(seen)
        ? new Moment(seen, false)
        : new Moment(now, now.isAfter(seen.plus(leapMax)));
  }
}
