package dev.evenkeel.chunking.spec.internal.codec.lz4;

import java.io.IOException;
import java.io.InputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;

/**
 * One LZ4 frame and nothing after it. Several would be legal, but each makes the library allocate
 * and clear two buffers of up to 4 MiB, which 400 KB of empty frames could ask for 36,000 times.
 */
final class Lz4Input extends InputStream {
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

  /** The library tells of some malformed headers by runtime exceptions, null pointers included. */
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
