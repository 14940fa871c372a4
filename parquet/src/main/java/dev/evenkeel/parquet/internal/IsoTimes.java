package dev.evenkeel.parquet.internal;

import static java.time.ZoneOffset.UTC;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Times in ISO 8601 as microseconds since 1970. */
final class IsoTimes {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .optionalStart()
          .appendOffsetId()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private IsoTimes() {}

  /** A date, or a date and a time: in UTC unless an offset says otherwise. */
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
    TemporalAccessor time = TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return time instanceof OffsetDateTime offset
        ? offset.toInstant()
        : LocalDateTime.from(time).toInstant(UTC);
  }
}
