package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.upload.internal.RecordValidator;
import dev.evenkeel.upload.internal.SettledPositions;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadEntry;
import dev.evenkeel.upload.internal.UploadRequest;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadSource;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source from where a checkpoint stands. One thread at a time reads; any may close, and
 * what is being read is then closed by its reader.
 */
final class SourceReader implements AutoCloseable {
  private final UploadSource source;
  private final RecordValidator validator;
  private final SettledPositions settled;
  private final String sourceId;
  private UploadSource.@Nullable Cursor cursor;
  private @Nullable SourceRecord held;

  /** Of the record that is held, or of the next one. */
  private long position;

  /** The failure of the last read, thrown by the next one. */
  private @Nullable Throwable failure;

  // Both guarded by this.
  private boolean reading;
  private boolean closed;

  SourceReader(UploadSource source, RecordValidator validator, UploadCheckpoint from) {
    this.source = source;
    this.validator = validator;
    this.settled = new SettledPositions(from);
    this.sourceId = from.sourceId();
    this.position = from.settledBelow();
  }

  UploadAnswer.Chunk read(UploadRequest.Read ask) throws IOException {
    begin();
    try {
      throwFailure();
      if (cursor == null) {
        cursor = source.open(position);
      }
      return read(ask, cursor);
    } finally {
      end();
    }
  }

  /** Records read before a failure are returned first, so that they are stored. */
  private void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
  }

  private UploadAnswer.Chunk read(UploadRequest.Read ask, UploadSource.Cursor from)
      throws IOException {
    List<UploadEntry> entries = new ArrayList<>();
    boolean end = false;
    try {
      end = readInto(entries, ask, from);
    } catch (IOException | RuntimeException | Error e) {
      if (entries.isEmpty()) {
        throw e;
      }
      failure = e;
    }
    return new UploadAnswer.Chunk(entries, end);
  }

  /**
   * Whether the source has ended. The last record read is held back until there is another, or it
   * is known that the source was not cut within it: a torn record may still parse.
   */
  private boolean readInto(
      List<UploadEntry> entries, UploadRequest.Read ask, UploadSource.Cursor from)
      throws IOException {
    long heapBytes = 0;
    while (entries.size() < ask.itemsMax() && heapBytes < ask.bytesMax()) {
      SourceRecord next;
      try {
        next = from.next();
      } catch (IOException | RuntimeException | Error e) {
        takeHeldBefore(e, entries);
        throw e;
      }
      if (next == null) {
        requireUnchanged();
      }
      heapBytes += takeHeld(entries);
      held = next;
      if (next == null) {
        return true;
      }
    }
    return false;
  }

  /** Hands on the record that is held, if it is whole; what failed is the failure in any case. */
  private void takeHeldBefore(Throwable failed, List<UploadEntry> entries) {
    try {
      requireUnchanged();
      long unused = takeHeld(entries);
    } catch (IOException | RuntimeException changed) {
      failed.addSuppressed(changed);
    }
  }

  /** Hands on the record that is held; returns how much memory it takes. */
  private long takeHeld(List<UploadEntry> entries) throws IOException {
    if (held == null) {
      return 0;
    }
    UploadEntry entry = settled.contains(position) ? null : validator.take(position, held);
    if (entry instanceof UploadEntry.Rejected
        && entries.stream().noneMatch(UploadEntry.Rejected.class::isInstance)) {
      requireUnchanged(); // once for each reading, as it may be dear
    }
    held = null;
    position++;
    if (entry != null) {
      entries.add(entry);
    }
    return entry instanceof UploadEntry.Item item ? item.heapBytes() : 0;
  }

  /** A source that is cut, or written anew, ends before its records do, or within one. */
  private void requireUnchanged() throws IOException {
    if (!source.id().equals(sourceId)) {
      throw new IOException(
          "The source has changed since the upload began: its id is another. Run it again when the"
              + " source is as it was, or upload it anew with a checkpoint of its own.");
    }
  }

  private synchronized void begin() throws IOException {
    if (closed) {
      throw new IOException("the upload has ended");
    }
    reading = true;
  }

  private synchronized void end() {
    reading = false;
    if (closed) {
      closeCursor();
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (!reading) {
        closeCursor();
      }
    }
  }

  private void closeCursor() {
    try {
      if (cursor != null) {
        cursor.close();
      }
    } catch (IOException e) {
      // The source was only read, so a failure to close is ignored.
    }
  }
}
