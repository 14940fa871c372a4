package dev.evenkeel.objects.internal.shell;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The bytes of a buffer, which is not changed, as a stream. */
final class BufferStream extends InputStream {
  private final ByteBuffer rest;

  BufferStream(ByteBuffer bytes) {
    rest = bytes.duplicate();
  }

  @Override
  public int read() {
    return rest.hasRemaining() ? rest.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!rest.hasRemaining()) {
      return -1;
    }
    int bytes = Math.min(length, rest.remaining());
    rest.get(into, offset, bytes);
    return bytes;
  }

  @Override
  public int available() {
    return rest.remaining();
  }
}
