package dev.evenkeel.chunking.spec.internal.codec;

import java.io.IOException;
import java.util.zip.CRC32;

/** Reads over the header of a GZIP member (RFC 1952, section 2.3). */
final class GzipHeader {
  private static final int DEFLATE = 8;
  private static final int FLAG_HEADER_CRC = 0x02;
  private static final int FLAG_EXTRA = 0x04;
  private static final int FLAG_NAME = 0x08;
  private static final int FLAG_COMMENT = 0x10;
  private static final int FLAGS_RESERVED = 0xe0;

  /** MTIME, XFL and OS. */
  private static final int UNUSED_BYTES = 6;

  /** Gives the next byte, and throws at the end. */
  @FunctionalInterface
  interface Source {
    int next() throws IOException;
  }

  private final Source source;
  private final CRC32 crc = new CRC32();

  GzipHeader(Source source) {
    this.source = source;
  }

  void read() throws IOException {
    crc.reset();
    if (next() != 0x1f || next() != 0x8b || next() != DEFLATE) {
      throw new IOException("no GZIP member where one must be");
    }
    int flags = next();
    if ((flags & FLAGS_RESERVED) != 0) {
      throw new IOException("a GZIP header with reserved flags");
    }
    skip(UNUSED_BYTES);
    if ((flags & FLAG_EXTRA) != 0) {
      skip(littleEndianShort());
    }
    if ((flags & FLAG_NAME) != 0) {
      skipText();
    }
    if ((flags & FLAG_COMMENT) != 0) {
      skipText();
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      requireCrc();
    }
  }

  private void requireCrc() throws IOException {
    int expected = (int) crc.getValue() & 0xffff;
    if (littleEndianShort() != expected) {
      throw new IOException("wrong CRC in a GZIP header");
    }
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    int b = next();
    while (b != 0) {
      b = next();
    }
  }

  private int littleEndianShort() throws IOException {
    return next() | next() << Byte.SIZE;
  }

  private int next() throws IOException {
    int b = source.next();
    crc.update(b);
    return b;
  }
}
