package dev.evenkeel.chunking.spec.internal.codec.air;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

/**
 * The header of an lzop file, as lzop 1.04 writes and reads it. All numbers are big-endian.
 *
 * @param flags the flags, which name the checksums after each block
 */
record LzopHeader(int flags) {
  static final int ADLER_CONTENT = 0x0001;
  static final int ADLER_COMPRESSED = 0x0002;
  static final int CRC_CONTENT = 0x0100;
  static final int CRC_COMPRESSED = 0x0200;

  private static final byte[] MAGIC = {(byte) 0x89, 'L', 'Z', 'O', 0, '\r', '\n', 0x1a, '\n'};
  private static final int CRC_HEADER = 0x1000;

  /** The flags that do not matter: standard input or output; operating system; character set. */
  private static final int NO_MATTER = 0xfff0_000c;

  private static final int KNOWN =
      ADLER_CONTENT | ADLER_COMPRESSED | CRC_CONTENT | CRC_COMPRESSED | CRC_HEADER | NO_MATTER;

  /** The version of lzop 1.03, over LZO 2.08; for readers since lzop 0.94. */
  private static final short VERSION = 0x1030;

  private static final short LIBRARY_VERSION = 0x2080;
  private static final short READER_VERSION = 0x0940;
  private static final short READER_VERSION_MAX = 0x1040;
  private static final byte METHOD_LZO1X_1 = 1;
  private static final byte METHOD_LZO1X_999 = 3;
  private static final byte LEVEL = 5;
  private static final int UNIX = 0x0300_0000;
  private static final int REGULAR_FILE = 0x81a4;

  /** From the versions to the two halves of the time; the name's length follows. */
  private static final int FIXED_BYTES = 25;

  /** The header that {@link LzopOutput} writes: no name, no time. */
  static byte[] written() {
    ByteBuffer header = ByteBuffer.allocate(FIXED_BYTES);
    header.putShort(VERSION).putShort(LIBRARY_VERSION).putShort(READER_VERSION);
    header.put(METHOD_LZO1X_1).put(LEVEL).putInt(ADLER_CONTENT | UNIX).putInt(REGULAR_FILE);
    ByteBuffer whole = ByteBuffer.allocate(MAGIC.length + FIXED_BYTES + Integer.BYTES);
    whole.put(MAGIC).put(header.array());
    return whole.putInt(checksum(new Adler32(), header.array())).array();
  }

  /** Reads over it, up to the first block. */
  static LzopHeader read(LzopInput in) throws IOException {
    if (!Arrays.equals(in.bytes(MAGIC.length), MAGIC)) {
      throw new IOException("no lzop header");
    }
    byte[] bytes = in.bytes(FIXED_BYTES);
    byte[] name = in.bytes(bytes[FIXED_BYTES - 1] & 0xff);
    ByteBuffer header = ByteBuffer.wrap(bytes);
    requireReadable(header.getShort(0), header.getShort(4), header.get(6));
    int flags = header.getInt(8);
    if ((flags & ~KNOWN) != 0) {
      throw new IOException("an lzop header with unknown flags");
    }
    Checksum checksum = (flags & CRC_HEADER) == 0 ? new Adler32() : new CRC32();
    if (in.number() != checksum(checksum, bytes, name)) {
      throw new IOException("wrong checksum of an lzop header");
    }
    return new LzopHeader(flags);
  }

  private static void requireReadable(short version, short readerVersion, byte method)
      throws IOException {
    if (version < READER_VERSION
        || readerVersion > READER_VERSION_MAX
        || method < METHOD_LZO1X_1
        || method > METHOD_LZO1X_999) {
      throw new IOException("an lzop file of another version or method");
    }
  }

  private static int checksum(Checksum checksum, byte[]... parts) {
    for (byte[] part : parts) {
      checksum.update(part, 0, part.length);
    }
    return (int) checksum.getValue();
  }
}
