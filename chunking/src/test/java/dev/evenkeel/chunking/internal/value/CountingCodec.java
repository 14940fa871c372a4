package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Counts what a codec was made to do, and whether its streams were closed. */
final class CountingCodec implements ValueCodec {
  private final ValueCodec codec;
  private long compressed;
  private long decompressed;
  private int open;

  CountingCodec(ValueCodec codec) {
    this.codec = codec;
  }

  /** Bytes that it was given to compress. */
  long compressed() {
    return compressed;
  }

  /** Bytes that it has decompressed. */
  long decompressed() {
    return decompressed;
  }

  /** Streams that were not closed. */
  int open() {
    return open;
  }

  @Override
  public String name() {
    return codec.name();
  }

  @Override
  public OutputStream compressing(OutputStream target, long originalBytes) throws IOException {
    open++;
    return new FilterOutputStream(codec.compressing(target, originalBytes)) {
      private boolean closed;

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        compressed += length;
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        open -= closed ? 0 : 1;
        closed = true;
        out.close();
      }
    };
  }

  @Override
  public InputStream decompressing(InputStream source, long windowBytesMax) throws IOException {
    open++;
    return new FilterInputStream(codec.decompressing(source, windowBytesMax)) {
      @Override
      public int read() throws IOException {
        int b = in.read();
        decompressed += b < 0 ? 0 : 1;
        return b;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in.read(bytes, offset, length);
        decompressed += Math.max(0, count);
        return count;
      }

      @Override
      public void close() throws IOException {
        open--;
        in.close();
      }
    };
  }
}
