package dev.evenkeel.chunking.spec.internal.codec.lz4;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The LZ4 frame format, by the implementations in plain Java: they check the bounds of every
 * access, and need no native library. A checksum over the whole content would ask for one.
 */
public final class Lz4Streams {
  private static final long LENGTH_UNKNOWN = -1;

  private Lz4Streams() {}

  public static OutputStream compressing(OutputStream compressed) throws IOException {
    return new LZ4FrameOutputStream(
        compressed,
        BLOCKSIZE.SIZE_64KB,
        LENGTH_UNKNOWN,
        LZ4Factory.safeInstance().fastCompressor(),
        XXHashFactory.safeInstance().hash32(),
        FLG.Bits.BLOCK_INDEPENDENCE,
        FLG.Bits.BLOCK_CHECKSUM);
  }

  public static InputStream decompressing(InputStream compressed) throws IOException {
    return new Lz4Input(compressed);
  }
}
