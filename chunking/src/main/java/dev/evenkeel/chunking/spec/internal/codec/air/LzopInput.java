package dev.evenkeel.chunking.spec.internal.codec.air;

import dev.evenkeel.chunking.spec.internal.codec.BlockInput;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lzo.LzoDecompressor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** Reads an lzop file, with whatever checksums it has, and nothing after it. */
public final class LzopInput extends BlockInput {
  /** The size of block that lzop itself writes. */
  private static final int BLOCK_BYTES_MAX = 256 * 1024;

  private final LzoDecompressor decompressor = new LzoDecompressor();
  private final LzopHeader header;

  public LzopInput(InputStream compressed) throws IOException {
    super(compressed);
    header = LzopHeader.read(this);
  }

  byte[] bytes(int count) throws IOException {
    return nextBytes(count);
  }

  int number() throws IOException {
    return ByteBuffer.wrap(nextBytes(Integer.BYTES)).getInt();
  }

  @Override
  protected byte @Nullable [] nextBlock() throws IOException {
    int length = number();
    if (length == 0) {
      requireEnd();
      return null;
    }
    int packedLength = number();
    if (length < 0 || length > BLOCK_BYTES_MAX || packedLength <= 0 || packedLength > length) {
      throw new IOException("an lzop block of a length that there is not");
    }
    return block(length, packedLength);
  }

  private void requireEnd() throws IOException {
    if (byteOrEnd() >= 0) {
      throw new IOException("bytes after the end of the lzop file");
    }
  }

  private byte[] block(int length, int packedLength) throws IOException {
    int contentAdler = checksum(LzopHeader.ADLER_CONTENT);
    int contentCrc = checksum(LzopHeader.CRC_CONTENT);
    boolean stored = packedLength == length;
    int packedAdler = stored ? 0 : checksum(LzopHeader.ADLER_COMPRESSED);
    int packedCrc = stored ? 0 : checksum(LzopHeader.CRC_COMPRESSED);
    byte[] packed = nextBytes(packedLength);
    if (!stored) {
      require(LzopHeader.ADLER_COMPRESSED, new Adler32(), packed, packedAdler);
      require(LzopHeader.CRC_COMPRESSED, new CRC32(), packed, packedCrc);
    }
    byte[] content = stored ? packed : decompress(packed, length);
    require(LzopHeader.ADLER_CONTENT, new Adler32(), content, contentAdler);
    require(LzopHeader.CRC_CONTENT, new CRC32(), content, contentCrc);
    return content;
  }

  private boolean has(int flag) {
    return (header.flags() & flag) != 0;
  }

  private int checksum(int flag) throws IOException {
    return has(flag) ? number() : 0;
  }

  private void require(int flag, Checksum checksum, byte[] bytes, int expected) throws IOException {
    checksum.update(bytes, 0, bytes.length);
    if (has(flag) && (int) checksum.getValue() != expected) {
      throw new IOException("wrong checksum of an lzop block");
    }
  }

  private byte[] decompress(byte[] packed, int length) throws IOException {
    try {
      byte[] content = new byte[length];
      int bytes = decompressor.decompress(packed, 0, packed.length, content, 0, length);
      if (bytes != length) {
        throw new IOException("an lzop block shorter than it says");
      }
      return content;
    } catch (IllegalArgumentException | MalformedInputException e) {
      throw new IOException("no LZO block", e);
    }
  }
}
