package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The numbers of one run. */
final class UploadTally {
  private final long startNanos;
  private final List<RejectedItem> rejectedFirst = new ArrayList<>();
  private List<RejectedItem> unreportedRejects = new ArrayList<>();
  long recordsRead;
  long itemsStored;
  long itemsRejected;
  long itemsRetried;
  long batches;
  double units;
  long partitionKeys;
  long nowNanos;

  UploadTally(long startNanos) {
    this.startNanos = startNanos;
    this.nowNanos = startNanos;
  }

  void note(RejectedItem item) {
    unreportedRejects.add(item);
    if (rejectedFirst.size() < UploadReport.REJECTED_LISTED_MAX) {
      rejectedFirst.add(item);
    }
  }

  List<RejectedItem> rejectedFirst() {
    return rejectedFirst;
  }

  List<RejectedItem> takeRejects() {
    List<RejectedItem> taken = unreportedRejects;
    unreportedRejects = new ArrayList<>();
    return taken;
  }

  UploadProgress progress() {
    return new UploadProgress(
        recordsRead,
        itemsStored,
        itemsRejected,
        itemsRetried,
        batches,
        units,
        partitionKeys,
        Duration.ofNanos(nowNanos - startNanos));
  }
}
