package dev.evenkeel.examples.quickstart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * One request that a web server answered. Texts are as logged, {@code -} where the log has nothing.
 *
 * @param line the number of the line in the log, from 1: distinguishes hits of the same second
 * @param at when, to the second
 * @param sizeBytes the size of the answer, 0 where the log has {@code -}
 */
record Hit(
    int line,
    Instant at,
    String client,
    String user,
    String request,
    int status,
    long sizeBytes,
    String referrer,
    String agent) {

  Hit {
    if (line < 1) {
      throw new IllegalArgumentException("line must be >= 1 but was " + line);
    }
    if (!at.equals(at.truncatedTo(ChronoUnit.SECONDS))) {
      throw new IllegalArgumentException("at must be a whole second but was " + at);
    }
  }

  /** The day in UTC, such as {@code 2015-05-17}, whatever the time zone of the log. */
  String day() {
    return at.atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** The time and the line, such that the order of texts is the order of time, then line. */
  String sortKey() {
    return String.format(Locale.ROOT, "%s#%09d", at, line);
  }
}
