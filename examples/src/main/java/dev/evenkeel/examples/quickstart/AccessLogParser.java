package dev.evenkeel.examples.quickstart;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads lines of the <a href="https://httpd.apache.org/docs/2.4/logs.html">Common and Combined Log
 * Format</a>. Fields after the user agent, which many servers append, are ignored. Equal texts of
 * all lines share one string, since a log repeats its agents and pages thousands of times.
 */
final class AccessLogParser {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ENGLISH)
          .withResolverStyle(ResolverStyle.STRICT);

  private final Map<String, String> texts = new HashMap<>();

  Hit parse(int line, String text) throws MalformedLineException {
    if (text.isBlank()) {
      throw new MalformedLineException("the line is empty");
    }
    if (text.length() > LogLines.LENGTH_MAX) {
      throw new MalformedLineException("longer than " + LogLines.LENGTH_MAX + " characters");
    }
    LineCursor cursor = new LineCursor(text);
    String client = cursor.word("client address");
    cursor.word("identity");
    String user = cursor.upTo(" [", "user");
    Instant at = time(cursor.bracketed("time"));
    String request = cursor.quoted("request");
    int status = status(cursor.word("status"));
    long sizeBytes = sizeBytes(cursor.word("size"));
    String referrer = cursor.atEnd() ? "-" : cursor.quoted("referrer");
    String agent = cursor.atEnd() ? "-" : cursor.quoted("user agent");
    return new Hit(
        line,
        at,
        shared(client),
        shared(user),
        shared(request),
        status,
        sizeBytes,
        shared(referrer),
        shared(agent));
  }

  private String shared(String text) {
    return texts.computeIfAbsent(text, Function.identity());
  }

  private static Instant time(String text) throws MalformedLineException {
    try {
      return OffsetDateTime.parse(text, TIME).toInstant();
    } catch (DateTimeException e) {
      throw new MalformedLineException("the time is not like 17/May/2015:10:05:03 +0000");
    }
  }

  private static int status(String text) throws MalformedLineException {
    if (text.equals("-")) {
      return 0;
    }
    if (text.length() != 3 || !isNumber(text)) {
      throw new MalformedLineException("the status is not a number of three digits");
    }
    return Integer.parseInt(text);
  }

  private static long sizeBytes(String text) throws MalformedLineException {
    if (text.equals("-")) {
      return 0;
    }
    if (text.length() > 18 || !isNumber(text)) {
      throw new MalformedLineException("the size is not a number of bytes");
    }
    return Long.parseLong(text);
  }

  private static boolean isNumber(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
