package dev.evenkeel.chunking.spec;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** GZIP whose work a test can watch, on the thread that does it. */
public final class WatchedCodec implements ValueCodec {
  public static final String NAME = "watched-1";

  private static volatile Runnable work = () -> {};

  /** Has something done each time that a value is compressed or unpacked. */
  public static void onWork(Runnable watching) {
    work = watching;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public OutputStream compressing(OutputStream compressed, long originalBytes) throws IOException {
    work.run();
    return Codecs.gzip().compressing(compressed, originalBytes);
  }

  @Override
  public InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException {
    work.run();
    return new FilterInputStream(Codecs.gzip().decompressing(compressed, windowBytesMax)) {};
  }
}
