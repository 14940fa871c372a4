package dev.evenkeel.chunking.spec.internal.codec.zstd;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Zstandard, RFC 8878. */
public final class ZstdStreams {
  /** The window of level 1, which has the smallest. */
  private static final int WINDOW_LOG_LEAST = 19;

  /** The smallest window of the format, in powers of two; and its largest, of 64-bit systems. */
  private static final int WINDOW_LOG_MIN = 10;

  private static final int WINDOW_LOG_MAX = 31;

  private ZstdStreams() {}

  /**
   * A level's window is up to 8 MiB, and a reader of the frame has to make room for it. Few bytes
   * get one of their own size.
   */
  public static OutputStream compressing(OutputStream compressed, int level, long originalBytes)
      throws IOException {
    ZstdOutputStreamNoFinalizer frame = new ZstdOutputStreamNoFinalizer(compressed, level);
    if (originalBytes >= 0 && originalBytes < 1L << WINDOW_LOG_LEAST) {
      frame.setWindowLog(Math.max(WINDOW_LOG_MIN, log(originalBytes) + 1));
    }
    return frame.setChecksum(true);
  }

  /** The window limit for zstd: a power of two, and no larger than requested. */
  static int windowLog(long windowBytesMax) {
    return Math.max(WINDOW_LOG_MIN, Math.min(log(windowBytesMax), WINDOW_LOG_MAX));
  }

  /** The largest power of two that is no larger; 0 for what is less than 1. */
  private static int log(long bytes) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, bytes));
  }

  public static InputStream decompressing(InputStream compressed, long windowBytesMax)
      throws IOException {
    return new ZstdInput(compressed, windowBytesMax);
  }

  /**
   * Zstandard frames and nothing after them. zstd-jni's own input stream reports a plain end where
   * a second frame is cut off. Synchronized as that is: to read native memory that another thread
   * has released would end the JVM.
   */
  static final class ZstdInput extends InputStream {
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
}
