package dev.evenkeel.jobs.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 90s}, {@code 15m}, {@code 6h}, {@code 30d}. */
public final class Durations {
  private static final Pattern SHORT = Pattern.compile("([0-9]{1,9})(s|m|h|d|w)");

  private Durations() {}

  /**
   * Reads one, also in ISO 8601 ({@code PT15M}, {@code P30D}).
   *
   * @throws IllegalArgumentException if it is neither, naming the accepted forms
   */
  public static Duration parse(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (matcher.matches()) {
      long count = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "s" -> Duration.ofSeconds(count);
        case "m" -> Duration.ofMinutes(count);
        case "h" -> Duration.ofHours(count);
        case "d" -> Duration.ofDays(count);
        default -> Duration.ofDays(7 * count);
      };
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "'%s' is no length of time. Write 90s, 15m, 6h, 30d or 2w, or ISO 8601 such as PT15M."
              .formatted(text),
          e);
    }
  }
}
