package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;

/** The time until which clients write to a table; a change of the spec may move it. */
public final class WriteDeadline {
  /** A run may go by the clock of an earlier one, which may have been ahead by so much. */
  private static final Duration SKEW_MAX = Duration.ofMinutes(5);

  private WriteDeadline() {}

  /**
   * Whether the current spec allowed items after an instant; an earlier spec may have allowed
   * fewer.
   *
   * @param spec with an archive
   */
  public static boolean isAfter(TimeSeriesSpec spec, TimeSpan span, Instant time) {
    return time.isBefore(last(spec, span).plus(spec.futureTolerance()).minus(SKEW_MAX));
  }

  /** When clients refuse writes, by their own clocks. */
  public static Instant last(TimeSeriesSpec spec, TimeSpan span) {
    return spec.latePolicy() == LatePolicy.REFUSE
        ? spec.lastWrite(span)
        : requireNonNull(spec.frozenFrom(span));
  }
}
