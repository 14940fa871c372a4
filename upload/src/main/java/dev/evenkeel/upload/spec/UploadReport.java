package dev.evenkeel.upload.spec;

import java.util.List;

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
}
