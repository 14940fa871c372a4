package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The periods that accept items now or soon, and those of them without a table. */
final class PeriodsNeeded {
  private PeriodsNeeded() {}

  /** The periods that need a table now, or that it is time to build one for. */
  static List<TimeSpan> needed(TimeSeriesSpec spec, Instant now) {
    List<TimeSpan> needed = new ArrayList<>();
    Instant from = Collections.max(List.of(spec.since(), now.minus(spec.lateness())));
    Instant to = now.plus(Collections.max(List.of(spec.prebuild(), spec.futureTolerance())));
    for (TimeSpan span = spec.period().containing(from);
        !span.start().isAfter(to);
        span = spec.period().next(span)) {
      needed.add(span);
    }
    return needed;
  }

  /**
   * The end of the periods that tables serve.
   *
   * @param serves whether a table of that name does
   */
  static Prebuilt of(TimeSeriesSpec spec, Instant now, Predicate<String> serves) {
    Duration warning =
        Collections.max(List.of(spec.prebuild().dividedBy(2), spec.futureTolerance()));
    List<String> overdue = new ArrayList<>();
    Instant boundary = null;
    TimeSpan last = null;
    for (TimeSpan span : needed(spec, now)) {
      last = span;
      String name = spec.tables().nameOf(span);
      if (!serves.test(name)) {
        boundary = boundary == null ? span.start() : boundary;
        if (!now.isBefore(span.start().minus(warning))) {
          overdue.add(name);
        }
      }
    }
    return new Prebuilt(overdue, boundary == null ? next(spec, now, last, serves) : boundary);
  }

  /** Also counts tables that were built earlier than needed. */
  private static Instant next(
      TimeSeriesSpec spec, Instant now, @Nullable TimeSpan last, Predicate<String> serves) {
    TimeSpan span =
        last == null
            ? spec.period().containing(Collections.max(List.of(spec.since(), now)))
            : spec.period().next(last);
    while (serves.test(spec.tables().nameOf(span))) {
      span = spec.period().next(span);
    }
    return span.start();
  }

  /** Whether the retention of a period's table is over. */
  static boolean isPast(TimeSeriesSpec spec, TimeSpan span, Instant now) {
    Duration age = spec.retention().age();
    return age != null && !now.isBefore(spec.lastWrite(span).plus(age));
  }
}
