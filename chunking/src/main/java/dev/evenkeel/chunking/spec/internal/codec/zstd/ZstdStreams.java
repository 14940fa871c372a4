package dev.evenkeel.chunking.spec.internal.codec.zstd;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Zstandard, RFC 8878. */
public final class ZstdStreams {
  /** The window of level 1, which has the smallest. */
  private static final int WINDOW_LOG_LEAST = 19;

  /** The smallest window of the format, in powers of two; and its largest, of 64-bit systems. */
  private static final int WINDOW_LOG_MIN = 10;

  private static final int WINDOW_LOG_MAX = 31;

  private ZstdStreams() {}

  /**
   * A level's window is up to 8 MiB, and whoever reads the frame has to make room for it. Few bytes
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

  /** What zstd may be told of the largest window: a power of two, and no larger than asked. */
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
}
