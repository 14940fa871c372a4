package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;

/**
 * Reads as lz4 does, and writes frames as other programs may: without checksums, so that damaged
 * blocks get as far as the decompressor.
 */
record UncheckedLz4() implements ValueCodec {
  @Override
  public String name() {
    return "lz4-unchecked";
  }

  @Override
  public OutputStream compressing(OutputStream compressed, long originalBytes) throws IOException {
    return new LZ4FrameOutputStream(compressed, BLOCKSIZE.SIZE_256KB);
  }

  @Override
  public InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException {
    return Codecs.lz4().decompressing(compressed, windowBytesMax);
  }
}
