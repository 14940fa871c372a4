package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** The JDK's gzip with a level, and a count of what went in. */
final class GzipOutput extends GZIPOutputStream {
  private static final int BUFFER_BYTES = 16 * 1024;

  private long uncompressedBytes;

  GzipOutput(OutputStream out, int level) throws IOException {
    super(out, BUFFER_BYTES);
    def.setLevel(level);
  }

  @Override
  public synchronized void write(byte[] bytes, int start, int length) throws IOException {
    super.write(bytes, start, length);
    uncompressedBytes += length;
  }

  synchronized long uncompressedBytes() {
    return uncompressedBytes;
  }
}
