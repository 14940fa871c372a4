package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.internal.UploadPhase.Phase;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;

/** The state of an upload: counts, settled positions and phase. */
record UploadState(UploadTally tally, CheckpointKeeper keeper, UploadPhase phase) {

  /** Records a rejected record; returns whether it may be skipped. */
  boolean reject(RejectedItem item, long rejectedMax) {
    tally.note(item);
    if (keeper.itemsRejected() >= rejectedMax) {
      String text =
          "more than %d records were rejected, the last of them %s"
              .formatted(rejectedMax, item.toString().replaceFirst("\\.$", ""));
      phase.fail(Phase.DRAINING, Reason.REJECTED, text, item.cause());
      return false;
    }
    keeper.reject(item.position());
    return true;
  }
}
