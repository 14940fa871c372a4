package dev.evenkeel.upload.spec;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Items in a fixed order that can be read again from any position.
 *
 * <p>The position of a record is its place in that order, from 0. A checkpoint names positions, so
 * a source must give the same records in the same order each time it is opened.
 */
public interface UploadSource {

  /**
   * Names the content: a checkpoint is resumed only over a source with the same id. What has other
   * records, or the same in another order, should have another id.
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
     * The next record; null behind the last. It may block.
     *
     * @throws IOException if the source cannot be read any further; the upload then stops. A record
     *     that is unreadable in itself is a {@link SourceRecord#unreadable} instead
     */
    @Nullable SourceRecord next() throws IOException;

    @Override
    void close() throws IOException;
  }
}
