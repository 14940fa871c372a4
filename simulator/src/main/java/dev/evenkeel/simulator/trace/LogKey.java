package dev.evenkeel.simulator.trace;

import java.time.LocalDate;
import java.time.ZoneOffset;

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
