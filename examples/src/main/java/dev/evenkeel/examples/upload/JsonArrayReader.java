package dev.evenkeel.examples.upload;

import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Cuts a JSON array into the texts of its objects, by counting brackets outside of strings. */
final class JsonArrayReader implements AutoCloseable {
  private static final int TEXT_LENGTH_MAX = 4 << 20;

  private final Reader reader;
  private long linesBefore;
  private long line;

  JsonArrayReader(Reader reader) {
    this.reader = reader;
  }

  /**
   * The next object, or what there is of it; null behind the last.
   *
   * @throws IOException if the file ends before its array does: someone may have cut it
   */
  @Nullable String next() throws IOException {
    int next = read();
    while (next >= 0 && next != '{' && next != ']') {
      next = read();
    }
    if (next < 0) {
      throw new EOFException("the array has no end");
    }
    line = linesBefore + 1;
    return next == ']' ? null : object();
  }

  /** The line on which the last object begins, from 1. */
  long line() {
    return line;
  }

  private String object() throws IOException {
    StringBuilder text = new StringBuilder("{");
    int depth = 1;
    boolean inString = false;
    while (depth > 0) {
      int next = read();
      if (next < 0) {
        break;
      }
      if (text.length() == TEXT_LENGTH_MAX) {
        throw new IOException("the object on line %d is too long for an item".formatted(line));
      }
      text.append((char) next);
      if (inString && next == '\\') {
        text.append((char) read());
      } else if (next == '"') {
        inString = !inString;
      } else if (!inString) {
        depth += next == '{' ? 1 : next == '}' ? -1 : 0;
      }
    }
    return text.toString();
  }

  private int read() throws IOException {
    int next = reader.read();
    linesBefore += next == '\n' ? 1 : 0;
    return next;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
