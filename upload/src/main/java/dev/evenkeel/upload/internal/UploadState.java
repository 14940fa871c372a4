package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.internal.UploadPhase.Phase;
import dev.evenkeel.upload.spec.RejectedItem;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;

/** How far an upload is: its numbers, what is settled, and how it goes on. */
record UploadState(UploadTally tally, CheckpointKeeper keeper, UploadPhase phase) {

  /** Notes a record that cannot be stored; whether it may be passed over. */
  boolean reject(RejectedItem item, long rejectedMax) {
    tally.note(item);
    if (keeper.itemsRejected() >= rejectedMax) {
      String text =
          "more than %d records were rejected, the last of them %s"
              .formatted(rejectedMax, item.toString().replaceFirst("\\.$", ""));
      phase.fail(Phase.DRAINING, Reason.REJECTED, text, item.cause());
      return false;
    }
    tally.itemsRejected++;
    keeper.reject(item.position());
    return true;
  }
}
