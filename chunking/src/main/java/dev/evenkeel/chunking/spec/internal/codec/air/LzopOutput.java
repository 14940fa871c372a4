package dev.evenkeel.chunking.spec.internal.codec.air;

import io.airlift.compress.lzo.LzoCompressor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.Adler32;

/**
 * LZO1X in the format of the program lzop: writes a file without name and time, so that equal
 * contents give equal bytes. The format is written here: the library's own streams allocate
 * whatever length a block declares, check no content, and write the time.
 */
public final class LzopOutput extends OutputStream {
  private static final int BLOCK_BYTES = 64 * 1024;

  private final OutputStream compressed;
  private final LzoCompressor compressor = new LzoCompressor();
  private final byte[] block = new byte[BLOCK_BYTES];
  private final byte[] packed = new byte[compressor.maxCompressedLength(BLOCK_BYTES)];
  private int length;
  private boolean closed;

  public LzopOutput(OutputStream compressed) throws IOException {
    this.compressed = compressed;
    compressed.write(LzopHeader.written());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] content, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, content.length);
    if (closed) {
      throw new IOException("the stream is closed");
    }
    int from = offset;
    while (from < offset + count) {
      int bytes = Math.min(offset + count - from, BLOCK_BYTES - length);
      System.arraycopy(content, from, block, length, bytes);
      length += bytes;
      from += bytes;
      if (length == BLOCK_BYTES) {
        writeBlock();
      }
    }
  }

  private void writeBlock() throws IOException {
    int packedLength = compressor.compress(block, 0, length, packed, 0, packed.length);
    boolean stored = packedLength >= length;
    int written = stored ? length : packedLength;
    Adler32 adler = new Adler32();
    adler.update(block, 0, length);
    ByteBuffer head = ByteBuffer.allocate(3 * Integer.BYTES);
    head.putInt(length).putInt(written).putInt((int) adler.getValue());
    compressed.write(head.array());
    compressed.write(stored ? block : packed, 0, written);
    length = 0;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (compressed) {
      if (length > 0) {
        writeBlock();
      }
      compressed.write(new byte[Integer.BYTES]);
    }
  }
}
