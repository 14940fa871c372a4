package dev.evenkeel.chunking.spec.internal.codec.zstd;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Zstandard frames and nothing after them. zstd-jni's own input stream reports a plain end where a
 * second frame is cut off. Synchronized as that is: to read native memory that another thread has
 * released would end the JVM.
 */
final class ZstdInput extends InputStream {
  private final InputStream compressed;
  private final Frames frames;
  private boolean closed;

  ZstdInput(InputStream compressed, long windowBytesMax) throws IOException {
    this.compressed = compressed;
    this.frames = new Frames(compressed);
    frames.setLongMax(ZstdStreams.windowLog(windowBytesMax));
  }

  @Override
  public synchronized int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (closed) {
      throw new IOException("the stream is closed");
    }
    try {
      while (frames.hasRemaining()) {
        int bytes = frames.read(ByteBuffer.wrap(target, offset, length));
        if (bytes > 0) {
          return bytes;
        }
        if (frames.sourceEnded && frames.hasRemaining()) {
          throw new EOFException("a zstd frame is cut off");
        }
      }
      return -1;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    frames.close();
    compressed.close();
  }

  private static final class Frames extends ZstdBufferDecompressingStreamNoFinalizer {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final InputStream compressed;
    private final byte[] buffer;
    private boolean sourceEnded;

    Frames(InputStream compressed) {
      this(compressed, new byte[BUFFER_BYTES]);
    }

    private Frames(InputStream compressed, byte[] buffer) {
      super(ByteBuffer.wrap(buffer, 0, 0));
      this.compressed = compressed;
      this.buffer = buffer;
    }

    @Override
    protected ByteBuffer refill(ByteBuffer consumed) {
      try {
        int bytes = compressed.read(buffer, 0, buffer.length);
        sourceEnded = bytes < 0;
        return ByteBuffer.wrap(buffer, 0, Math.max(0, bytes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
