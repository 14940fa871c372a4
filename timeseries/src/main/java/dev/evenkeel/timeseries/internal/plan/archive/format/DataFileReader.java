package dev.evenkeel.timeseries.internal.plan.archive.format;

import dev.evenkeel.core.internal.gzip.GzipDecoder;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads one data file, ours or of a native export, from its bytes as they come.
 *
 * <pre>{@code
 * reader.feed(piece);                      // any cut of the object's bytes, in order
 * for (item = reader.next(); item != null; item = reader.next()) { ... }
 * ...                                      // and so on; after the last piece
 * reader.end();
 * for (item = reader.next(); item != null; item = reader.next()) { ... }
 * }</pre>
 *
 * <p>The null that {@link #next} returns after {@link #end} proves that the file matches its
 * manifest: its length, hashes and count. Items that came before that may be part of a damaged
 * file.
 *
 * <p>Memory is one piece, one line (32 MiB at most), its item and some 200 KB. Not thread-safe.
 */
public final class DataFileReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final ArchiveObject file;
  private final FileCheck check;
  private final GzipDecoder gzip = new GzipDecoder();
  private final StrictUtf8 utf8 = new StrictUtf8();
  private final LineBuffer line = new LineBuffer();
  private final byte[] inflated = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private long lines;
  private long items;
  private long itemBytes;
  private boolean isEnded;
  private boolean isProven;

  /**
   * A reader of a file from its beginning.
   *
   * @param bucket where it is
   * @param listed the file's entry in its manifest
   */
  public DataFileReader(String bucket, ManifestFile listed) {
    this.file = new ArchiveObject(bucket, listed.dataFileS3Key());
    this.check = new FileCheck(file, listed);
  }

  /**
   * Takes the next bytes of the object, which must not change any more.
   *
   * @throws IllegalStateException if {@link #next} has not returned null since the piece before
   */
  public void feed(SdkBytes piece) {
    byte[] bytes = piece.asByteArrayUnsafe();
    gzip.feed(bytes, bytes.length);
    check.add(bytes);
  }

  /** Marks the end of the pieces. */
  public void end() {
    isEnded = true;
  }

  /**
   * The next item; null if that takes another piece, or after {@link #end} if the file is whole and
   * all of it was returned.
   *
   * @throws ArchiveException if the file cannot be read on, or is not what its manifest lists
   */
  public @Nullable Map<String, AttributeValue> next() {
    while (true) {
      int newline = newline();
      if (newline < end) {
        Map<String, AttributeValue> item = lineUpTo(newline);
        at = newline + 1;
        if (item != null) {
          return item;
        }
      } else if (!refill()) {
        return isEnded ? last() : null;
      }
    }
  }

  private int newline() {
    int i = at;
    while (i < end && inflated[i] != '\n') {
      i++;
    }
    return i;
  }

  /** The item of the line that ends there; null if nothing is in the line. */
  private @Nullable Map<String, AttributeValue> lineUpTo(int newline) {
    if (line.size() == 0) {
      return item(inflated, at, newline - at);
    }
    keep(newline);
    Map<String, AttributeValue> item = item(line.bytes(), 0, line.size());
    line.clear();
    return item;
  }

  private void keep(int until) {
    if (!line.append(inflated, at, until - at)) {
      throw file.damaged("cannot be read: line %d is longer than any item".formatted(lines + 1));
    }
  }

  private @Nullable Map<String, AttributeValue> item(byte[] bytes, int start, int length) {
    lines++;
    if (length == 0) {
      return null;
    }
    items++;
    itemBytes += length;
    return DynamoDbJson.item(file, lines, bytes, start, length, utf8);
  }

  private boolean refill() {
    keep(end);
    at = 0;
    end = 0;
    try {
      end = gzip.inflate(inflated, 0, inflated.length);
    } catch (DataFormatException e) {
      throw file.damaged(e.getMessage() + " after line " + lines);
    }
    return end > 0;
  }

  /** Reads the rest after the last line feed and verifies the end of the file. */
  private @Nullable Map<String, AttributeValue> last() {
    if (!gzip.isWhole()) {
      throw file.damaged("is cut off after line " + lines);
    }
    if (line.size() > 0) {
      Map<String, AttributeValue> item = item(line.bytes(), 0, line.size());
      line.clear();
      return item;
    }
    if (!isProven) {
      check.requireListed(items);
      isProven = true;
      close();
    }
    return null;
  }

  /** The total length of the lines of the items returned so far. */
  public long itemBytes() {
    return itemBytes;
  }

  /** Frees memory outside the heap at once. */
  @Override
  public void close() {
    gzip.close();
  }

  /** Compares a data file that was read with what its manifest lists. Not thread-safe. */
  static final class FileCheck {
    private final ArchiveObject file;
    private final ManifestFile listed;
    private final MessageDigest md5 = Hashes.md5();
    private final @Nullable MessageDigest sha256;
    private long bytes;

    FileCheck(ArchiveObject file, ManifestFile listed) {
      this.file = file;
      this.listed = listed;
      this.sha256 = listed.sha256() == null ? null : Sha256.digest();
    }

    void add(byte[] piece) {
      bytes += piece.length;
      md5.update(piece);
      if (sha256 != null) {
        sha256.update(piece);
      }
    }

    void requireListed(long items) {
      if (listed.bytes() != null && listed.bytes() != bytes) {
        throw file.damaged(
            "has %d bytes, and its manifest says %d".formatted(bytes, listed.bytes()));
      }
      if (items != listed.itemCount()) {
        throw file.damaged(
            "has %d items, and its manifest says %d".formatted(items, listed.itemCount()));
      }
      if (!Hashes.base64(md5.digest()).equals(listed.md5Checksum())) {
        throw file.damaged("has another MD5 than its manifest says");
      }
      if (sha256 != null && !HexFormat.of().formatHex(sha256.digest()).equals(listed.sha256())) {
        throw file.damaged("has another SHA-256 than its manifest says");
      }
    }
  }

  /** The beginning of a line whose end has not come yet. Not thread-safe. */
  static final class LineBuffer {
    /**
     * The longest line that an item of 400 KB can have, and room to spare: a list of numbers such
     * as 1E-130, each 3 bytes in an item and up to 141 in plain decimals, comes to 19 MB.
     */
    static final int BYTES_MAX = 32 * 1024 * 1024;

    private static final int INITIAL_BYTES = 4 * 1024;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int size;

    /** Whether there was room for it. */
    boolean append(byte[] more, int start, int length) {
      if (length > BYTES_MAX - size) {
        return false;
      }
      if (bytes.length - size < length) {
        int doubled = Math.min(BYTES_MAX, 2 * bytes.length);
        bytes = Arrays.copyOf(bytes, Math.max(doubled, size + length));
      }
      System.arraycopy(more, start, bytes, size, length);
      size += length;
      return true;
    }

    byte[] bytes() {
      return bytes;
    }

    int size() {
      return size;
    }

    void clear() {
      size = 0;
    }
  }
}
