package dev.evenkeel.upload.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report of a run.
 *
 * @param progress its numbers
 * @param rejected the first {@value #REJECTED_LISTED_MAX} rejected records; the listener hears of
 *     all
 * @param checkpoint where it stands. The last saved checkpoint says the same, if there is a store
 *     and it took it
 */
public record UploadReport(
    UploadProgress progress, List<RejectedItem> rejected, UploadCheckpoint checkpoint) {

  /** The number of rejected records that a report lists. */
  public static final int REJECTED_LISTED_MAX = 10;

  public UploadReport {
    rejected = List.copyOf(rejected);
  }

  /** Whether every record of the source is stored or passed over; if not, the run was stopped. */
  public boolean complete() {
    return checkpoint.complete();
  }

  /**
   * A record that can never be stored.
   *
   * @param position its place in the source, from 0
   * @param line the line of the file on which it begins, from 1; 0 if the source has no lines
   * @param reason the reason of the rejection; names attributes, never values
   * @param cause the exception, or null. A parser's or DynamoDB's own message may hold values
   */
  public record RejectedItem(long position, long line, String reason, @Nullable Throwable cause) {

    /** Such as {@code item 17 (line 19): Key attribute 'id' is absent. ...}. */
    @Override
    public String toString() {
      return "item " + position + (line > 0 ? " (line " + line + ")" : "") + ": " + reason;
    }
  }
}
