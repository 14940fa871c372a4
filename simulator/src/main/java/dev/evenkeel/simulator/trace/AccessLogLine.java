package dev.evenkeel.simulator.trace;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/**
 * A line of the <a href="https://httpd.apache.org/docs/2.4/logs.html">Common or Combined Log
 * Format</a>. Texts are as logged, {@code -} where the log has nothing. Fields after the user
 * agent, which many servers append, are ignored.
 *
 * @param at when, to the second
 * @param client the client's address
 * @param user the user's name
 * @param request such as {@code GET / HTTP/1.1}
 * @param status of the answer, 0 where the log has {@code -}
 * @param sizeBytes the size of the answer, 0 where the log has {@code -}
 * @param referrer where the client came from
 * @param agent the client's program
 */
public record AccessLogLine(
    Instant at,
    String client,
    String user,
    String request,
    int status,
    long sizeBytes,
    String referrer,
    String agent) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ENGLISH)
          .withResolverStyle(ResolverStyle.STRICT);

  /**
   * Reads a line, without its end.
   *
   * @throws MalformedLineException naming the field that is not as it should be
   */
  public static AccessLogLine parse(String text) throws MalformedLineException {
    if (text.isBlank()) {
      throw new MalformedLineException("the line is empty");
    }
    if (text.length() > LineReader.LENGTH_MAX) {
      throw new MalformedLineException("longer than " + LineReader.LENGTH_MAX + " characters");
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
    return new AccessLogLine(at, client, user, request, status, sizeBytes, referrer, agent);
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

  /** Takes the fields of one log line from left to right; failures name the field. */
  private static final class LineCursor {
    private final String text;
    private int position;

    LineCursor(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return text.substring(position).isBlank();
    }

    /** The characters up to the next space or the end. */
    String word(String field) throws MalformedLineException {
      int space = text.indexOf(' ', position);
      return take(space < 0 ? text.length() : space, field);
    }

    /** The characters up to the next {@code delimiter}, which stays. */
    String upTo(String delimiter, String field) throws MalformedLineException {
      int end = text.indexOf(delimiter, position);
      if (end < 0) {
        throw new MalformedLineException("after the " + field + ", '" + delimiter + "' is missing");
      }
      return take(end, field);
    }

    /** The characters between {@code [} and {@code ]}. */
    String bracketed(String field) throws MalformedLineException {
      open('[', field);
      int end = text.indexOf(']', position);
      if (end < 0) {
        throw new MalformedLineException("the closing bracket of the " + field + " is missing");
      }
      return close(end, field);
    }

    /** The characters between two quotes, with backslash escapes left as they are. */
    String quoted(String field) throws MalformedLineException {
      open('"', field);
      int end = position;
      while (end < text.length() && text.charAt(end) != '"') {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      if (end >= text.length()) {
        throw new MalformedLineException("the closing quote of the " + field + " is missing");
      }
      return close(end, field);
    }

    private void open(char opening, String field) throws MalformedLineException {
      if (position >= text.length() || text.charAt(position) != opening) {
        throw new MalformedLineException("the " + field + " does not start with " + opening);
      }
      position++;
    }

    private String close(int end, String field) throws MalformedLineException {
      String value = text.substring(position, end);
      position = end + 1;
      skipSpace(field);
      return value;
    }

    private String take(int end, String field) throws MalformedLineException {
      if (end <= position) {
        throw new MalformedLineException("the " + field + " is missing");
      }
      String value = text.substring(position, end);
      position = end;
      skipSpace(field);
      return value;
    }

    private void skipSpace(String field) throws MalformedLineException {
      if (position < text.length() && text.charAt(position++) != ' ') {
        throw new MalformedLineException("no space follows the " + field);
      }
    }
  }

  /** A line is not in its format; the message says why, and never what the line holds. */
  public static final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedLineException(String reason) {
      super(reason);
    }
  }
}
