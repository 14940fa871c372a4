package dev.evenkeel.timeseries.spec;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * Reads the form that nearly all texts of times have, {@code 2026-11-21T10:05:03Z}, by the places
 * of its digits: a parser of all forms takes longer than the rest of routing an item.
 */
final class TextTime {
  private static final String FORM = "0000-00-00T00:00:00Z";

  private TextTime() {}

  /** The time; null if the text has another form, or there is no such time. */
  static @Nullable Instant toTheSecond(String text) {
    if (!hasForm(text)) {
      return null;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) {
      return null;
    }
    if (day > 28 && day > YearMonth.of(year, month).lengthOfMonth()) {
      return null;
    }
    long days = LocalDate.of(year, month, day).toEpochDay();
    return Instant.ofEpochSecond(((days * 24 + hour) * 60 + minute) * 60 + second);
  }

  private static boolean hasForm(String text) {
    if (text.length() != FORM.length()) {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char wanted = FORM.charAt(i);
      char given = text.charAt(i);
      if (wanted == '0' ? given < '0' || given > '9' : given != wanted) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }
}
