package dev.evenkeel.timeseries.spec;

import static java.time.ZoneOffset.UTC;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The time span of one table: "such as an hour, a 6- or 12-hour period, a day, or whatever"
 * (<em>Best Practices for Handling Time-Series Data in DynamoDB</em>). Always in UTC, so that no
 * day has 23 hours; a week begins on Monday, as ISO 8601 counts it.
 *
 * <p>Each period has a name of fixed width, so that names sort as their times do: {@code
 * 2026-11-21-06} (the hours), {@code 2026-11-21}, {@code 2026-W47}, {@code 2026-11}.
 */
public enum Period {
  HOUR(1, ChronoUnit.HOURS, Names.HOURS),
  SIX_HOURS(6, ChronoUnit.HOURS, Names.HOURS),
  TWELVE_HOURS(12, ChronoUnit.HOURS, Names.HOURS),
  DAY(1, ChronoUnit.DAYS, Names.DAYS),
  WEEK(1, ChronoUnit.WEEKS, Names.WEEKS),
  MONTH(1, ChronoUnit.MONTHS, Names.MONTHS);

  /** The times that periods can be made of: those whose years have four digits, from 1970 on. */
  public static final TimeSpan TIMES =
      new TimeSpan(Instant.EPOCH, Instant.parse("9999-01-01T00:00:00Z"));

  private final int length;
  private final ChronoUnit unit;
  private final DateTimeFormatter names;

  Period(int length, ChronoUnit unit, DateTimeFormatter names) {
    this.length = length;
    this.unit = unit;
    this.names = names;
  }

  /**
   * The period that an instant is part of.
   *
   * @throws IllegalArgumentException if the instant is not one of {@link #TIMES}
   */
  public TimeSpan containing(Instant time) {
    if (!TIMES.contains(time)) {
      throw new IllegalArgumentException(
          "time must be from %s until %s but was %s".formatted(TIMES.start(), TIMES.end(), time));
    }
    LocalDateTime start = startOf(LocalDateTime.ofInstant(time, UTC));
    return new TimeSpan(start.toInstant(UTC), start.plus(length, unit).toInstant(UTC));
  }

  /** The period after one of this kind. */
  public TimeSpan next(TimeSpan span) {
    return containing(span.end());
  }

  /** The period before one of this kind. */
  public TimeSpan previous(TimeSpan span) {
    return containing(span.start().minusNanos(1));
  }

  private LocalDateTime startOf(LocalDateTime time) {
    return switch (this) {
      case HOUR, SIX_HOURS, TWELVE_HOURS ->
          time.truncatedTo(ChronoUnit.DAYS).withHour(time.getHour() / length * length);
      case DAY -> time.truncatedTo(ChronoUnit.DAYS);
      case WEEK ->
          time.truncatedTo(ChronoUnit.DAYS)
              .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case MONTH -> time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
    };
  }

  /** The length of the longest period of this kind: a month may have 31 days. */
  public Duration lengthMax() {
    return this == MONTH ? Duration.ofDays(31) : unit.getDuration().multipliedBy(length);
  }

  /** Whether periods of this kind begin at midnight only. */
  public boolean isOfDays() {
    return unit != ChronoUnit.HOURS;
  }

  /** The name of a period of this kind. */
  public String nameOf(TimeSpan span) {
    return names.format(LocalDateTime.ofInstant(span.start(), UTC));
  }

  /** The period that has a name; null if none of this kind has it. */
  public @Nullable TimeSpan named(String name) {
    try {
      TimeSpan span = containing(LocalDateTime.from(names.parse(name)).toInstant(UTC));
      return nameOf(span).equals(name) ? span : null;
    } catch (DateTimeException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Formatters whose widths are fixed. */
  private static final class Names {
    static final DateTimeFormatter HOURS = dated("-MM-dd-HH");
    static final DateTimeFormatter DAYS = dated("-MM-dd");
    static final DateTimeFormatter MONTHS = dated("-MM");
    static final DateTimeFormatter WEEKS =
        strict(
            new DateTimeFormatterBuilder()
                .appendValue(IsoFields.WEEK_BASED_YEAR, 4)
                .appendLiteral("-W")
                .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
                .parseDefaulting(ChronoField.DAY_OF_WEEK, 1)
                .parseDefaulting(ChronoField.HOUR_OF_DAY, 0));

    private static DateTimeFormatter dated(String pattern) {
      DateTimeFormatterBuilder builder =
          new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4).appendPattern(pattern);
      if (!pattern.contains("dd")) {
        builder.parseDefaulting(ChronoField.DAY_OF_MONTH, 1);
      }
      if (!pattern.contains("HH")) {
        builder.parseDefaulting(ChronoField.HOUR_OF_DAY, 0);
      }
      return strict(builder);
    }

    private static DateTimeFormatter strict(DateTimeFormatterBuilder builder) {
      return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    }
  }
}
