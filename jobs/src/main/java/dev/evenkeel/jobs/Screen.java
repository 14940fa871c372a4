package dev.evenkeel.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A terminal's standard error with a progress line, which is drawn by writes that begin with a
 * carriage return. Any other output, such as a log line, is written on a line of its own.
 */
final class Screen extends FilterOutputStream {
  private boolean isMoving;
  private int length;

  Screen(OutputStream terminal) {
    super(terminal);
  }

  @Override
  public synchronized void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int start, int count) throws IOException {
    boolean draws = count > 0 && bytes[start] == '\r';
    if (isMoving && !draws) {
      out.write(("\r" + " ".repeat(length) + "\r").getBytes(US_ASCII));
    }
    isMoving = draws && bytes[start + count - 1] != '\r';
    length = count - 1;
    out.write(bytes, start, count);
  }

  @Override
  public synchronized void flush() throws IOException {
    out.flush();
  }
}
