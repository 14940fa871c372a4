package dev.evenkeel.upload.spec;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items in a fixed order that can be read again from any position.
 *
 * <p>The position of a record is its place in that order, from 0. A checkpoint names positions, so
 * a source must give the same records in the same order each time it is opened.
 */
public interface UploadSource {

  /**
   * Names the content: a checkpoint is resumed only over a source with the same id. A source with
   * other records, or the same in another order, should have another id. Asked for at the start, at
   * the end and at each unreadable record: an upload whose source has another id by then stops.
   *
   * @return 1 to 1,000 characters
   */
  String id() throws IOException;

  /**
   * Opens the source so that the first record read is the one at {@code position}, or none if there
   * are fewer.
   */
  Cursor open(long position) throws IOException;

  /** Reads on from a position. Used by one thread at a time, but not always by the same one. */
  interface Cursor extends AutoCloseable {

    /**
     * The next record; null behind the last. It may block, but not until the record before is
     * stored: that one is held back until there is another.
     *
     * @throws IOException if the source cannot be read any further; the upload then stops. A record
     *     that is unreadable in itself is a {@link SourceRecord#unreadable} instead
     */
    @Nullable SourceRecord next() throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * One record of a source: an item, or why it is none.
   *
   * @param item the item, not changed from now on; null if the record is unreadable
   * @param problem why it is unreadable, without values; null if it is an item
   * @param cause the exception of reading it, or null
   * @param line the line of the file on which the record begins, from 1; 0 if there are no lines
   */
  record SourceRecord(
      @Nullable Map<String, AttributeValue> item,
      @Nullable String problem,
      @Nullable Throwable cause,
      long line) {

    public SourceRecord {
      if ((item == null) == (problem == null)) {
        throw new IllegalArgumentException("a record is either an item or unreadable");
      }
    }

    /** A record of a source without lines. */
    public static SourceRecord of(Map<String, AttributeValue> item) {
      return new SourceRecord(item, null, null, 0);
    }

    /** A record that begins on a line. */
    public static SourceRecord of(Map<String, AttributeValue> item, long line) {
      return new SourceRecord(item, null, null, line);
    }

    /**
     * A record that is no item. It is rejected, and {@code rejectedMax} decides whether the upload
     * continues.
     */
    public static SourceRecord unreadable(String problem, @Nullable Throwable cause, long line) {
      return new SourceRecord(null, problem, cause, line);
    }
  }
}
