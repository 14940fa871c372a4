package dev.evenkeel.chunking.internal.plan.value;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how reading the stored bytes failed, so that a lost connection is not taken for damaged
 * bytes, whatever a codec makes of it.
 */
final class PackedSource extends FilterInputStream {
  private @Nullable IOException failure;
  private @Nullable RuntimeException crash;

  PackedSource(InputStream packed) {
    super(packed);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return super.read(target, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    } catch (RuntimeException e) {
      crash = e;
      throw e;
    }
  }

  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (crash != null) {
      throw crash;
    }
  }
}
