package dev.evenkeel.simulator.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text, one by one. A line is cut where it gets longer than any real one, so that a
 * file without line ends cannot fill the memory. For use by one thread.
 */
public final class LineReader implements Closeable {
  /** The longest line that counts as one; a cut line has one character more. */
  public static final int LENGTH_MAX = 65_536;

  private static final int BUFFER_CHARS = 16_384;

  private final Reader reader;
  private final char[] buffer = new char[BUFFER_CHARS];
  private int position;
  private int end;

  /** Over a reader, which need not buffer. */
  public LineReader(Reader reader) {
    this.reader = reader;
  }

  /** The next line without its end ({@code \n} or {@code \r\n}), or null after the last. */
  public @Nullable String next() throws IOException {
    if (!fill()) {
      return null;
    }
    int lineEnd = lineEnd();
    if (lineEnd < end) {
      return taken(new String(buffer, position, lineEnd - position), lineEnd);
    }
    return acrossBuffers();
  }

  private String acrossBuffers() throws IOException {
    StringBuilder line = new StringBuilder(2 * BUFFER_CHARS);
    int lineEnd;
    do {
      lineEnd = lineEnd();
      line.append(buffer, position, Math.min(lineEnd - position, LENGTH_MAX + 1 - line.length()));
      position = lineEnd;
    } while (lineEnd == end && fill());
    return taken(line.toString(), lineEnd);
  }

  /** The line without the carriage return; the next line begins behind the line feed. */
  private String taken(String line, int lineEnd) {
    position = lineEnd + 1;
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Where the line feed is, or the end of what is buffered. */
  private int lineEnd() {
    int at = position;
    while (at < end && buffer[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Whether there is anything more. */
  private boolean fill() throws IOException {
    while (position >= end) {
      int count = reader.read(buffer, 0, buffer.length);
      if (count < 0) {
        return false;
      }
      position = 0;
      end = count;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
