package dev.evenkeel.parquet.internal;

import static java.time.ZoneOffset.UTC;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** Times in ISO 8601 as microseconds since 1970. */
final class IsoTimes {
  private IsoTimes() {}

  /** A date, or a date and a time, with or without a {@code Z}. */
  static Cell micros(String text) {
    try {
      Instant time = instant(text);
      Instant whole = time.truncatedTo(ChronoUnit.MICROS);
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, whole);
      return whole.equals(time) ? Cell.held(micros) : Cell.rounded(micros);
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
