package dev.evenkeel.testkit;

import java.io.InputStream;

/** The same bytes each time, made as they are read: a large body that is never in memory. */
public final class MadeUpBytes extends InputStream {
  private final long size;
  private long position;

  public MadeUpBytes(long size) {
    this.size = size;
  }

  @Override
  public int read() {
    return position < size ? next() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (position >= size) {
      return -1;
    }
    int count = (int) Math.min(size - position, length);
    for (int i = 0; i < count; i++) {
      target[offset + i] = next();
    }
    return count;
  }

  private byte next() {
    long at = position++;
    return (byte) (at ^ at >>> 8 ^ at >>> 16 ^ at >>> 24);
  }
}
