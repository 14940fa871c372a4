package dev.evenkeel.chunking.internal.plan.stream;

import dev.evenkeel.chunking.spec.LargeValueException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells of failures of which attribute they are. */
final class PlacedStream extends FilterInputStream {
  private final String table;
  private final String attribute;

  PlacedStream(InputStream in, String table, String attribute) {
    super(in);
    this.table = table;
    this.attribute = attribute;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return in.read(target, offset, length);
    } catch (LargeValueException e) {
      throw e.at(table, attribute);
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
