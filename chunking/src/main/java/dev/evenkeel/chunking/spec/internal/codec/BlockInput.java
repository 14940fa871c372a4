package dev.evenkeel.chunking.spec.internal.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A format of blocks, each read and decompressed whole into memory of its own. */
public abstract class BlockInput extends InputStream {
  private final InputStream compressed;
  private byte[] block = new byte[0];
  private int position;
  private boolean ended;

  protected BlockInput(InputStream compressed) {
    this.compressed = compressed;
  }

  /** The next block, which may be empty; null once the whole form was read and nothing follows. */
  protected abstract byte @Nullable [] nextBlock() throws IOException;

  @Override
  public final int read() throws IOException {
    return fill() ? block[position++] & 0xff : -1;
  }

  @Override
  public final int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int bytes = Math.min(length, block.length - position);
    System.arraycopy(block, position, target, offset, bytes);
    position += bytes;
    return bytes;
  }

  private boolean fill() throws IOException {
    while (position == block.length && !ended) {
      byte[] next = nextBlock();
      ended = next == null;
      block = next == null ? new byte[0] : next;
      position = 0;
    }
    return position < block.length;
  }

  /** The next byte; -1 at the end. */
  protected final int byteOrEnd() throws IOException {
    return compressed.read();
  }

  /** The next byte, where one must be. */
  protected final int nextByte() throws IOException {
    int b = compressed.read();
    if (b < 0) {
      throw cutOff();
    }
    return b;
  }

  /** Exactly so many of the next bytes; the caller bounds the number. */
  protected final byte[] nextBytes(int count) throws IOException {
    byte[] bytes = compressed.readNBytes(count);
    if (bytes.length < count) {
      throw cutOff();
    }
    return bytes;
  }

  protected final void skipBytes(int count) throws IOException {
    for (int left = count; left > 0; left--) {
      nextByte();
    }
  }

  private static EOFException cutOff() {
    return new EOFException("the compressed form is cut off");
  }

  @Override
  public final void close() throws IOException {
    compressed.close();
  }
}
