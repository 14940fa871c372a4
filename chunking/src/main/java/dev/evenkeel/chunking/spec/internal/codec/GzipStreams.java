package dev.evenkeel.chunking.spec.internal.codec;

import dev.evenkeel.core.internal.gzip.GzipDecoder;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;

/** GZIP, RFC 1952. */
public final class GzipStreams {
  private static final int BUFFER_BYTES = 8 * 1024;

  private GzipStreams() {}

  public static OutputStream compressing(OutputStream compressed) throws IOException {
    return new GZIPOutputStream(compressed, BUFFER_BYTES);
  }

  public static InputStream decompressing(InputStream compressed) {
    return new GzipInput(compressed);
  }

  /**
   * One or more GZIP members and nothing after them. The JDK's GZIPInputStream takes any bytes
   * after a member that are no member for the end, and looks for more only if {@code available()}
   * is above 0.
   */
  static final class GzipInput extends InputStream {
    private final InputStream compressed;
    private final GzipDecoder decoder = new GzipDecoder();
    private final byte[] buffer = new byte[8 * 1024];
    private boolean isBegun;

    GzipInput(InputStream compressed) {
      this.compressed = compressed;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      try {
        int bytes = decoder.inflate(target, offset, length);
        while (bytes == 0) {
          if (!feed()) {
            return -1;
          }
          bytes = decoder.inflate(target, offset, length);
        }
        return bytes;
      } catch (DataFormatException e) {
        throw new IOException("the compressed content " + e.getMessage(), e);
      }
    }

    /** Gives more to the decoder; false at the end. */
    private boolean feed() throws IOException {
      int read = compressed.read(buffer, 0, buffer.length);
      if (read > 0) {
        isBegun = true;
        decoder.feed(buffer, read);
        return true;
      }
      if (!isBegun || !decoder.isWhole()) {
        throw new EOFException("GZIP that is cut off");
      }
      return false;
    }

    @Override
    public void close() throws IOException {
      decoder.close();
      compressed.close();
    }
  }
}
