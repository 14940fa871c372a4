package dev.evenkeel.core.internal.gzip;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;

/** The header of one gzip member (RFC 1952), byte by byte, wherever pieces end. */
final class GzipHeader {
  private static final int FIXED_BYTES = 10;
  private static final int[] MAGIC_AND_METHOD = {0x1f, 0x8b, 8};
  private static final int FLAGS_AT = 3;
  private static final int HAS_CHECKSUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xE0;

  private final CRC32 checksum = new CRC32();
  private Part part = Part.FIXED;
  private int flags;
  private int position;
  private int number;

  /** Whether it has begun and not ended. */
  boolean isBegun() {
    return part != Part.FIXED || position > 0;
  }

  /** Takes a byte, and returns whether it was the last. */
  boolean accept(int next) throws DataFormatException {
    boolean partEnds =
        switch (part) {
          case FIXED -> fixed(next);
          case EXTRA_LENGTH, CHECKSUM -> twoBytes(next);
          case EXTRA -> ++position == number;
          case NAME, COMMENT -> next == 0;
          case END -> throw new IllegalStateException("the header has ended");
        };
    if (part == Part.CHECKSUM) {
      requireChecksum(partEnds);
    } else {
      checksum.update(next);
    }
    while (partEnds) {
      partEnds = enterNext();
    }
    return part == Part.END;
  }

  private boolean fixed(int next) throws DataFormatException {
    if (position < MAGIC_AND_METHOD.length && next != MAGIC_AND_METHOD[position]) {
      throw new DataFormatException("holds bytes that are no gzip");
    }
    if (position == FLAGS_AT) {
      flags = next;
      if ((flags & RESERVED) != 0) {
        throw new DataFormatException("has a gzip header of a kind that is not known");
      }
    }
    return ++position == FIXED_BYTES;
  }

  private boolean twoBytes(int next) {
    number |= next << (8 * position);
    return ++position == 2;
  }

  private void requireChecksum(boolean ends) throws DataFormatException {
    if (ends && number != (checksum.getValue() & 0xFFFF)) {
      throw new DataFormatException("has a gzip header that does not match its checksum");
    }
  }

  /** Enters the next part, and returns whether the header has nothing of it. */
  private boolean enterNext() {
    part = part.next();
    position = 0;
    number = part == Part.EXTRA ? number : 0;
    return switch (part) {
      case EXTRA_LENGTH -> (flags & HAS_EXTRA) == 0;
      case EXTRA -> number == 0;
      case NAME -> (flags & HAS_NAME) == 0;
      case COMMENT -> (flags & HAS_COMMENT) == 0;
      case CHECKSUM -> (flags & HAS_CHECKSUM) == 0;
      case FIXED, END -> false;
    };
  }

  /** In the order of RFC 1952. */
  private enum Part {
    FIXED,
    EXTRA_LENGTH,
    EXTRA,
    NAME,
    COMMENT,
    CHECKSUM,
    END;

    Part next() {
      return switch (this) {
        case FIXED -> EXTRA_LENGTH;
        case EXTRA_LENGTH -> EXTRA;
        case EXTRA -> NAME;
        case NAME -> COMMENT;
        case COMMENT -> CHECKSUM;
        case CHECKSUM, END -> END;
      };
    }
  }
}
