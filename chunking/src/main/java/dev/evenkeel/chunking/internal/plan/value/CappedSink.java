package dev.evenkeel.chunking.internal.plan.value;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/**
 * Keeps bytes up to a number. What is beyond is counted and dropped, not refused: a codec that
 * cannot write its end does not release its memory.
 */
final class CappedSink extends OutputStream {
  private final long bytesMax;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean passed;

  CappedSink(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    passed |= kept.size() + (long) length > bytesMax;
    if (!passed) {
      kept.write(bytes, offset, length);
    }
  }

  boolean isPassed() {
    return passed;
  }

  byte[] bytes() {
    return kept.toByteArray();
  }
}
