package dev.evenkeel.simulator.trace;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The format of a trace's lines. */
public sealed interface TraceFormat {
  /** The access of a line without an operation of its own. */
  Access access();

  /** Comma-separated values of inserts; see {@link Csv}. */
  static TraceFormat csv() {
    return new Csv(Access.INSERT);
  }

  /** An access log whose hits are stored, one item each; see {@link AccessLog}. */
  static TraceFormat accessLog(LogKey key) {
    return new AccessLog(key, Access.INSERT);
  }

  /**
   * Comma-separated values (RFC 4180, but that a record is one line) in UTF-8: {@code
   * time,key,bytes}. A first line that names its columns may have them in any order, and these too;
   * others are ignored:
   *
   * <ul>
   *   <li>{@code sortKey}: the sort key;
   *   <li>{@code operation}: {@code read} (eventually consistent), {@code strong-read}, {@code
   *       write} (a new item), or {@code update} and {@code delete} (an item that is there; both
   *       cost what it costs to write it);
   *   <li>{@code attributes}: the names of the attributes that are read or written, with spaces or
   *       semicolons between them;
   *   <li>{@code table}: the name of the table.
   * </ul>
   *
   * <p>Time is an instant such as {@code 2026-11-22T10:00:00Z}, or seconds since 1970, which may
   * have a fraction; numbers from 100,000,000,000 on are milliseconds. It is not after the year
   * 9999, so that microseconds are not taken for them.
   *
   * @param access the access of lines that do not name one
   */
  record Csv(Access access) implements TraceFormat {}

  /**
   * The Common or Combined Log Format, see {@link AccessLogLine}. A hit that is stored has the time
   * and the number of the line as its sort key.
   *
   * @param key the attribute that is the partition key
   * @param access the access of a hit: a write stores the line as an item, which is as large as the
   *     line; a read gets an item that is as large as the answer was
   */
  record AccessLog(LogKey key, Access access) implements TraceFormat {}

  /** The part of an access log line that becomes the partition key. */
  public enum LogKey {
    /** The path that was asked for, without the query behind {@code ?}. */
    PATH {
      @Override
      String of(AccessLogLine line) throws MalformedLineException {
        String request = line.request();
        int from = request.indexOf(' ') + 1;
        int space = request.indexOf(' ', from);
        int query = request.indexOf('?', from);
        int to = space < 0 ? request.length() : space;
        String path = request.substring(from, query < 0 ? to : Math.min(to, query));
        if (from == 0 || path.isEmpty()) {
          throw new MalformedLineException("the request has no path");
        }
        return path;
      }
    },
    /** The address or name of the client. */
    HOST {
      @Override
      String of(AccessLogLine line) {
        return line.client();
      }
    },
    /** The day in UTC, such as {@code 2015-05-17}. */
    DAY {
      @Override
      String of(AccessLogLine line) {
        return LocalDate.ofInstant(line.at(), ZoneOffset.UTC).toString();
      }
    };

    abstract String of(AccessLogLine line) throws MalformedLineException;
  }
}
