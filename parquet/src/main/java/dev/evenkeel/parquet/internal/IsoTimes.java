package dev.evenkeel.parquet.internal;

import static java.time.ZoneOffset.UTC;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Times in ISO 8601 as microseconds since 1970. */
final class IsoTimes {
  private IsoTimes() {}

  /** A date, or a date and a time, with or without a {@code Z}. */
  static Cell micros(String text) {
    try {
      Instant time = instant(text);
      long micros =
          Math.addExact(
              Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
      return time.getNano() % 1_000 == 0 ? Cell.held(micros) : Cell.rounded(micros);
    } catch (DateTimeException | ArithmeticException e) {
      return Cell.MISFIT;
    }
  }

  private static Instant instant(String text) {
    if (!text.contains("T")) {
      return LocalDate.parse(text).atStartOfDay(UTC).toInstant();
    }
    String local = text.endsWith("Z") ? text.substring(0, text.length() - 1) : text;
    return LocalDateTime.parse(local).toInstant(UTC);
  }
}
