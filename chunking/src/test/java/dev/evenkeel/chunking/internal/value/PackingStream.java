package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A source of compressed bytes of any length: compresses what it reads while it is read. Not
 * thread-safe.
 */
final class PackingStream extends InputStream {
  private static final int SLICE_BYTES = 64 * 1024;

  private final InputStream original;
  private final long originalBytesMax;
  private final byte[] slice = new byte[SLICE_BYTES];
  private final ByteArrayOutputStream sink = new ByteArrayOutputStream();
  private final OutputStream compressor;
  private byte[] packed = new byte[0];
  private int position;
  private long originalBytes;
  private boolean ended;

  PackingStream(InputStream original, ValueCodec codec, long originalBytesMax) throws IOException {
    this.original = original;
    this.originalBytesMax = originalBytesMax;
    this.compressor = codec.compressing(sink, ValueCodec.UNKNOWN);
  }

  /** The number of bytes read of the original so far; all of them once this stream has ended. */
  public long originalBytes() {
    return originalBytes;
  }

  @Override
  public int read() throws IOException {
    return fill() ? packed[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int bytes = Math.min(length, packed.length - position);
    System.arraycopy(packed, position, target, offset, bytes);
    position += bytes;
    return bytes;
  }

  private boolean fill() throws IOException {
    while (position == packed.length && !ended) {
      compressSlice();
      packed = sink.toByteArray();
      position = 0;
      sink.reset();
    }
    return position < packed.length;
  }

  private void compressSlice() throws IOException {
    int bytes = original.read(slice, 0, slice.length);
    if (bytes < 0) {
      ended = true;
      compressor.close();
      return;
    }
    originalBytes += bytes;
    if (originalBytes > originalBytesMax) {
      throw new LargeValueException(
          Reason.TOO_LARGE,
          ("A value has more than %d bytes. Raise the limit if it may be that large, or store"
                  + " less.")
              .formatted(originalBytesMax));
    }
    compressor.write(slice, 0, bytes);
  }

  @Override
  public void close() throws IOException {
    ended = true;
    try (original) {
      compressor.close();
    }
  }
}
