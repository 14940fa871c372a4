package dev.evenkeel.simulator.trace;

import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;

/** Times as traces have them. */
final class TraceTime {
  /** The first number that is milliseconds: in seconds it would be in the year 5138. */
  static final long MILLIS_FROM = 100_000_000_000L;

  private static final int LENGTH_MAX = 40;
  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private TraceTime() {}

  /** Milliseconds since 1970. */
  static long millis(String text) throws MalformedLineException {
    try {
      if (!text.isEmpty() && text.length() <= LENGTH_MAX) {
        return isNumber(text) ? checked(ofNumber(text)) : millis(Instant.parse(text));
      }
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      // reported below, without the line's content
    }
    throw new MalformedLineException(
        "the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds"
            + " since 1970");
  }

  /** The milliseconds of an instant. */
  static long millis(Instant at) throws MalformedLineException {
    return checked(
        at.isAfter(LATEST) || at.isBefore(EARLIEST) ? Long.MAX_VALUE : at.toEpochMilli());
  }

  /** Accepted microseconds would hide all heat. */
  private static long checked(long millis) throws MalformedLineException {
    if (millis < EARLIEST.toEpochMilli() || millis > LATEST.toEpochMilli()) {
      throw new MalformedLineException(
          "the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970");
    }
    return millis;
  }

  /** Digits, maybe with a point; not what BigDecimal takes besides, such as 1E999999999. */
  private static boolean isNumber(String text) {
    return text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.');
  }

  private static long ofNumber(String text) {
    if (text.indexOf('.') < 0) {
      long number = Long.parseLong(text);
      return number >= MILLIS_FROM ? number : 1_000 * number;
    }
    BigDecimal number = new BigDecimal(text);
    boolean isMillis = number.compareTo(BigDecimal.valueOf(MILLIS_FROM)) >= 0;
    return (isMillis ? number : number.movePointRight(3)).toBigInteger().longValueExact();
  }
}
