package dev.evenkeel.examples.quickstart;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a log, one by one. A line is cut where it gets longer than any real one, so that a
 * file without line ends cannot fill the memory.
 */
final class LogLines implements Closeable {
  /** The longest line that counts as one; a cut line has one character more. */
  static final int LENGTH_MAX = 65_536;

  private final Reader reader;

  LogLines(Reader reader) {
    this.reader = new BufferedReader(reader);
  }

  /** The next line without its end ({@code \n} or {@code \r\n}), or null after the last. */
  @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder(256);
    int c = reader.read();
    if (c < 0) {
      return null;
    }
    for (; c >= 0 && c != '\n'; c = reader.read()) {
      if (line.length() <= LENGTH_MAX) {
        line.append((char) c);
      }
    }
    int last = line.length() - 1;
    if (last >= 0 && line.charAt(last) == '\r') {
      line.setLength(last);
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
