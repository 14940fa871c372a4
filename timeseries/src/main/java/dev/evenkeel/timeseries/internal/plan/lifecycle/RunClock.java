package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time that a run uses, after comparing its clock with the times of earlier runs. It never goes
 * back from run to run.
 *
 * @param now the time to use
 * @param isDoubtful whether it is so much later that the clock may be wrong: then nothing is taken
 *     away
 */
record RunClock(Instant now, boolean isDoubtful) {
  /** Clocks of two healthy machines differ by less. */
  static final Duration SKEW_MAX = Duration.ofMinutes(5);

  /**
   * Judges a clock.
   *
   * @param latest the latest instant that a run saw; null before the first
   * @throws LifecycleException if it is earlier, by more than clocks differ
   */
  static RunClock of(String series, Instant now, @Nullable Instant latest, Duration clockJumpMax) {
    if (latest == null) {
      return new RunClock(now, false);
    }
    if (now.isBefore(latest.minus(SKEW_MAX))) {
      throw LifecycleException.clockWentBack(series, now, latest);
    }
    return now.isBefore(latest)
        ? new RunClock(latest, false)
        : new RunClock(now, now.isAfter(latest.plus(clockJumpMax)));
  }
}
