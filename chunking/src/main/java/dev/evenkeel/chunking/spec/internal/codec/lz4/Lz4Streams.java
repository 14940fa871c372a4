package dev.evenkeel.chunking.spec.internal.codec.lz4;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
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

  /**
   * One LZ4 frame and nothing after it. Several would be legal, but each makes the library allocate
   * and clear two buffers of up to 4 MiB, which 400 KB of empty frames could ask for 36,000 times.
   */
  static final class Lz4Input extends InputStream {
    private final InputStream compressed;
    private final LZ4FrameInputStream frame;
    private boolean ended;

    Lz4Input(InputStream compressed) throws IOException {
      this.compressed = compressed;
      this.frame =
          new LZ4FrameInputStream(
              compressed,
              LZ4Factory.safeInstance().safeDecompressor(),
              XXHashFactory.safeInstance().hash32(),
              true);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (ended) {
        return -1;
      }
      int bytes = length == 0 ? 0 : readFrame(target, offset, length);
      if (bytes < 0) {
        ended = true;
        requireEnd();
      }
      return bytes;
    }

    /** The library reports some malformed headers by runtime exceptions, null pointers included. */
    private int readFrame(byte[] target, int offset, int length) throws IOException {
      try {
        return frame.read(target, offset, length);
      } catch (RuntimeException e) {
        throw new IOException("no LZ4 frame, or one with options that are not supported", e);
      }
    }

    private void requireEnd() throws IOException {
      if (compressed.read() >= 0) {
        throw new IOException("bytes after the LZ4 frame");
      }
    }

    @Override
    public void close() throws IOException {
      frame.close();
    }
  }
}
