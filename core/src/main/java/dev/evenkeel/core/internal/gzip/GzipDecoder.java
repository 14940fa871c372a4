package dev.evenkeel.core.internal.gzip;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Gzip that comes in pieces, cut anywhere. Members may follow each other, as RFC 1952 has it;
 * anything else after a member is refused, which the JDK's stream passes over. Not thread-safe.
 */
public final class GzipDecoder implements AutoCloseable {
  private static final int TRAILER_BYTES = 8;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private GzipHeader header = new GzipHeader();
  private Part part = Part.HEADER;
  private byte[] piece = {};
  private int at;
  private int end;
  private long trailer;
  private int trailerBytes;

  /** The first bytes of the next piece, which must not change until they are used up. */
  public void feed(byte[] next, int length) {
    if (at < end) {
      throw new IllegalStateException("the piece before is not used up");
    }
    piece = next;
    at = 0;
    end = length;
  }

  /**
   * Inflates into {@code target}.
   *
   * @return how many bytes, at most {@code length}; 0 if that takes the next piece
   * @throws DataFormatException if this is no gzip; its message ends a sentence that begins with
   *     what holds the bytes
   */
  public int inflate(byte[] target, int offset, int length) throws DataFormatException {
    while (at < end) {
      int made = 0;
      switch (part) {
        case HEADER -> readHeader();
        case BODY -> made = readBody(target, offset, length);
        case TRAILER -> readTrailer();
      }
      if (made > 0) {
        return made;
      }
    }
    return 0;
  }

  private void readHeader() throws DataFormatException {
    if (header.accept(piece[at++] & 0xFF)) {
      inflater.reset();
      checksum.reset();
      part = Part.BODY;
    }
  }

  /**
   * The inflater gets the rest of the piece each time, and says what it left of it. Bytes that it
   * holds back when the piece is used up are taken with the next one: the trailer, if nothing else.
   */
  private int readBody(byte[] target, int offset, int length) throws DataFormatException {
    inflater.setInput(piece, at, end - at);
    int made;
    try {
      made = inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      throw new DataFormatException("holds gzip that cannot be inflated");
    }
    at = end - inflater.getRemaining();
    checksum.update(target, offset, made);
    if (inflater.finished()) {
      part = Part.TRAILER;
      trailer = 0;
      trailerBytes = 0;
    } else if (inflater.needsDictionary()) {
      throw new DataFormatException("holds gzip that cannot be inflated");
    }
    return made;
  }

  private void readTrailer() throws DataFormatException {
    trailer |= (piece[at++] & 0xFFL) << (8 * trailerBytes++);
    if (trailerBytes == TRAILER_BYTES) {
      long length = inflater.getBytesWritten() & 0xFFFFFFFFL;
      if (trailer != (checksum.getValue() | length << 32)) {
        throw new DataFormatException("holds gzip that does not match its checksum");
      }
      header = new GzipHeader();
      part = Part.HEADER;
    }
  }

  /** Whether what has come so far is nothing, or whole members. */
  public boolean isWhole() {
    return part == Part.HEADER && !header.isBegun();
  }

  @Override
  public void close() {
    inflater.end();
  }

  private enum Part {
    HEADER,
    BODY,
    TRAILER
  }
}
