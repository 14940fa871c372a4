package dev.evenkeel.core.internal.explain;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Times as people read them. */
public final class TimeText {
  private TimeText() {}

  /**
   * A length in days, hours, minutes and seconds, without those that are none of it: {@code 3d},
   * {@code 1h 30m}, {@code 0s}. Parts of a millisecond are left out.
   */
  public static String of(Duration length) {
    if (length.isNegative()) {
      return "-" + of(length.negated());
    }
    List<String> parts = new ArrayList<>();
    part(parts, length.toDays(), "d");
    part(parts, length.toHoursPart(), "h");
    part(parts, length.toMinutesPart(), "m");
    part(parts, length.toSecondsPart(), "s");
    part(parts, length.toMillisPart(), "ms");
    return parts.isEmpty() ? "0s" : String.join(" ", parts);
  }

  private static void part(List<String> parts, long count, String unit) {
    if (count > 0) {
      parts.add(count + unit);
    }
  }

  /** A time in UTC to the second: {@code 2026-11-21T06:00:00Z}. */
  public static String of(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
