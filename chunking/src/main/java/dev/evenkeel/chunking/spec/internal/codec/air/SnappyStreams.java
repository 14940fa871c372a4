package dev.evenkeel.chunking.spec.internal.codec.air;

import dev.evenkeel.chunking.spec.internal.codec.BlockInput;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.snappy.SnappyFramedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The Snappy framing format. */
public final class SnappyStreams {
  private SnappyStreams() {}

  public static OutputStream compressing(OutputStream compressed) throws IOException {
    return new SnappyFramedOutputStream(compressed);
  }

  public static InputStream decompressing(InputStream compressed) throws IOException {
    return new SnappyInput(compressed);
  }

  /**
   * The Snappy framing format, by the text in Snappy's repository ({@code framing_format.txt}). The
   * library's own stream allocates whatever length a chunk declares, up to 2 GiB, and takes a level
   * of the stack for each chunk that is to be skipped.
   */
  static final class SnappyInput extends BlockInput {
    private static final int COMPRESSED = 0x00;
    private static final int UNCOMPRESSED = 0x01;
    private static final int SKIPPABLE_MIN = 0x80;
    private static final int IDENTIFIER = 0xff;
    private static final byte[] IDENTITY = {'s', 'N', 'a', 'P', 'p', 'Y'};

    private static final int CRC_BYTES = 4;
    private static final int CRC_MASK = 0xa282ead8;

    /** "the uncompressed data in a chunk must be no longer than 65536 bytes". */
    private static final int CONTENT_BYTES_MAX = 65_536;

    /** The worst case of Snappy, by its {@code MaxCompressedLength}. */
    private static final int CHUNK_BYTES_MAX =
        CRC_BYTES + 32 + CONTENT_BYTES_MAX + CONTENT_BYTES_MAX / 6;

    private final SnappyDecompressor decompressor = new SnappyDecompressor();

    SnappyInput(InputStream compressed) throws IOException {
      super(compressed);
      if (nextByte() != IDENTIFIER) {
        throw new IOException("no Snappy stream");
      }
      readIdentity(length());
    }

    @Override
    protected byte @Nullable [] nextBlock() throws IOException {
      for (int type = byteOrEnd(); type >= 0; type = byteOrEnd()) {
        int length = length();
        if (type == COMPRESSED) {
          return content(chunk(length), true);
        } else if (type == UNCOMPRESSED) {
          return content(chunk(length), false);
        } else if (type == IDENTIFIER) {
          readIdentity(length);
        } else if (type >= SKIPPABLE_MIN) {
          skipBytes(length);
        } else {
          throw new IOException("a Snappy chunk of a reserved type");
        }
      }
      return null;
    }

    private int length() throws IOException {
      return nextByte() | nextByte() << 8 | nextByte() << 16;
    }

    private void readIdentity(int length) throws IOException {
      if (length != IDENTITY.length || !Arrays.equals(nextBytes(length), IDENTITY)) {
        throw new IOException("no Snappy stream identifier");
      }
    }

    private byte[] chunk(int length) throws IOException {
      if (length < CRC_BYTES || length > CHUNK_BYTES_MAX) {
        throw new IOException("a Snappy chunk of a length that there is not");
      }
      return nextBytes(length);
    }

    private byte[] content(byte[] chunk, boolean compressed) throws IOException {
      byte[] content =
          compressed ? decompress(chunk) : Arrays.copyOfRange(chunk, CRC_BYTES, chunk.length);
      if (content.length > CONTENT_BYTES_MAX) {
        throw new IOException("a Snappy chunk with too much content");
      }
      int expected = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (maskedCrc(content) != expected) {
        throw new IOException("wrong CRC-32C of a Snappy chunk");
      }
      return content;
    }

    private byte[] decompress(byte[] chunk) throws IOException {
      try {
        int declared = SnappyDecompressor.getUncompressedLength(chunk, CRC_BYTES);
        if (declared > CONTENT_BYTES_MAX) {
          throw new IOException("a Snappy chunk that declares too much content");
        }
        byte[] content = new byte[declared];
        decompressor.decompress(
            chunk, CRC_BYTES, chunk.length - CRC_BYTES, content, 0, content.length);
        return content;
      } catch (IllegalArgumentException | MalformedInputException e) {
        throw new IOException("no Snappy block", e);
      }
    }

    private static int maskedCrc(byte[] content) {
      CRC32C crc = new CRC32C();
      crc.update(content, 0, content.length);
      return Integer.rotateRight((int) crc.getValue(), 15) + CRC_MASK;
    }
  }
}
