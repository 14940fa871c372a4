package dev.evenkeel.chunking.spec.internal.codec.air;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * LZO1X in the format of the program lzop. The format is written here: the library's own streams
 * allocate whatever length a block declares, check no content, and write the time.
 */
public final class LzoStreams {
  private LzoStreams() {}

  public static OutputStream compressing(OutputStream compressed) throws IOException {
    return new LzopOutput(compressed);
  }

  public static InputStream decompressing(InputStream compressed) throws IOException {
    return new LzopInput(compressed);
  }
}
