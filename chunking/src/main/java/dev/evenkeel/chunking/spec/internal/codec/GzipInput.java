package dev.evenkeel.chunking.spec.internal.codec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * One or more GZIP members and nothing after them. The JDK's GZIPInputStream takes whatever follows
 * a member and is no member for the end, and looks for more only where {@code available()} tells of
 * any.
 */
final class GzipInput extends InputStream {
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int UNSIGNED_INT = 32;

  private final InputStream compressed;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private final GzipHeader header = new GzipHeader(this::next);
  private final Inflater inflater = new Inflater(true);
  private final CRC32 contentCrc = new CRC32();
  private boolean first = true;
  private boolean inMember;

  GzipInput(InputStream compressed) {
    this.compressed = compressed;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    while (inMember || openMember()) {
      int bytes = inflate(target, offset, length);
      if (bytes > 0) {
        contentCrc.update(target, offset, bytes);
        return bytes;
      }
      closeMember();
    }
    return -1;
  }

  private boolean openMember() throws IOException {
    if (!first && !hasMore()) {
      return false;
    }
    header.read();
    inflater.reset();
    contentCrc.reset();
    first = false;
    inMember = true;
    return true;
  }

  /** The number of bytes inflated, at least 1; 0 at the end of the deflated bytes. */
  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          feed();
        }
        int bytes = inflater.inflate(target, offset, length);
        if (bytes > 0) {
          return bytes;
        }
        if (inflater.needsDictionary()) {
          throw new IOException("GZIP knows no preset dictionaries");
        }
      }
      return 0;
    } catch (DataFormatException e) {
      throw new IOException("no deflated bytes", e);
    }
  }

  /** Gives all that is buffered to the inflater, which tells at its end what it did not need. */
  private void feed() throws IOException {
    requireMore();
    inflater.setInput(buffer, position, limit - position);
    position = limit;
  }

  private void closeMember() throws IOException {
    position = limit - inflater.getRemaining();
    inMember = false;
    if (littleEndianInt() != (int) contentCrc.getValue()) {
      throw new IOException("wrong CRC-32 at the end of a GZIP member");
    }
    if (littleEndianInt() != (int) inflater.getBytesWritten()) {
      throw new IOException("wrong length at the end of a GZIP member");
    }
  }

  private int littleEndianInt() throws IOException {
    int value = 0;
    for (int shift = 0; shift < UNSIGNED_INT; shift += Byte.SIZE) {
      value |= next() << shift;
    }
    return value;
  }

  private int next() throws IOException {
    requireMore();
    return buffer[position++] & 0xff;
  }

  private void requireMore() throws IOException {
    if (!hasMore()) {
      throw new EOFException("GZIP that is cut off");
    }
  }

  private boolean hasMore() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, compressed.read(buffer, 0, buffer.length));
    }
    return position < limit;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    compressed.close();
  }
}
