package dev.evenkeel.chunking.spec.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
}
