package dev.evenkeel.chunking.spec.internal.codec.air;

import io.airlift.compress.snappy.SnappyFramedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The Snappy framing format. */
public final class SnappyStreams {
  private SnappyStreams() {}

  public static OutputStream compressing(OutputStream compressed) throws IOException {
    return new SnappyFramedOutputStream(compressed);
  }

  public static InputStream decompressing(InputStream compressed) throws IOException {
    return new SnappyInput(compressed);
  }
}
