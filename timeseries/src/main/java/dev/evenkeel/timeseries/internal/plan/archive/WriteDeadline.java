package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;

/** Until when clients of a series write to a table, which a change of its spec may put off. */
public final class WriteDeadline {
  /** A run may go by the clock of an earlier one, which may have been ahead by so much. */
  private static final Duration SKEW_MAX = Duration.ofMinutes(5);

  private WriteDeadline() {}

  /**
   * Whether items may have come after an instant, by what the spec says now: it may have said less
   * when the archive of the table began or was verified.
   *
   * @param spec with an archive
   */
  public static boolean isAfter(TimeSeriesSpec spec, TimeSpan span, Instant time) {
    return time.isBefore(last(spec, span).plus(spec.futureTolerance()).minus(SKEW_MAX));
  }

  /** When clients refuse what comes, by their clocks. */
  public static Instant last(TimeSeriesSpec spec, TimeSpan span) {
    return spec.latePolicy() == LatePolicy.REFUSE
        ? spec.lastWrite(span)
        : requireNonNull(spec.frozenFrom(span));
  }
}
