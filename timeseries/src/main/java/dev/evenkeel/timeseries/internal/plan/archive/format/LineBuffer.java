package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.util.Arrays;

/** The beginning of a line whose end has not come yet. Not thread-safe. */
final class LineBuffer {
  /**
   * The longest line that an item of 400 KB can have, and room to spare: a list of numbers such as
   * 1E-130, each 3 bytes in an item and up to 141 in plain decimals, comes to 19 MB.
   */
  static final int BYTES_MAX = 32 * 1024 * 1024;

  private static final int INITIAL_BYTES = 4 * 1024;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int size;

  /** Whether there was room for it. */
  boolean append(byte[] more, int start, int length) {
    if (length > BYTES_MAX - size) {
      return false;
    }
    if (bytes.length - size < length) {
      int doubled = Math.min(BYTES_MAX, 2 * bytes.length);
      bytes = Arrays.copyOf(bytes, Math.max(doubled, size + length));
    }
    System.arraycopy(more, start, bytes, size, length);
    size += length;
    return true;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }
}
