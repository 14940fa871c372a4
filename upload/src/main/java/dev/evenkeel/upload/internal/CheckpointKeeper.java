package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadCheckpoint;
import org.jspecify.annotations.Nullable;

/** The settled positions, and when to save them. */
final class CheckpointKeeper {
  private final UploadCheckpoint from;
  private final UploadTally tally;
  private final SettledPositions settled;
  private final @Nullable Long saveEveryNanos;
  private boolean saving;
  private boolean broken;
  private long savedAtNanos;
  private UploadCheckpoint saved;

  CheckpointKeeper(UploadCheckpoint from, UploadTally tally, @Nullable Long saveEveryNanos) {
    this.from = from;
    this.tally = tally;
    this.saved = from;
    this.settled = new SettledPositions(from);
    this.saveEveryNanos = saveEveryNanos;
    this.savedAtNanos = tally.nowNanos;
  }

  void store(long position) {
    settled.settle(position);
    tally.itemsStored++;
  }

  void reject(long position) {
    settled.settle(position);
    tally.itemsRejected++;
  }

  /** The number of rejected items over all runs. */
  long itemsRejected() {
    return from.itemsRejected() + tally.itemsRejected;
  }

  private long itemsStored() {
    return from.itemsStored() + tally.itemsStored;
  }

  UploadCheckpoint current(boolean complete) {
    return new UploadCheckpoint(
        from.table(),
        from.sourceId(),
        settled.below(),
        settled.above(),
        itemsStored(),
        itemsRejected(),
        complete);
  }

  /** Whether to save while the upload continues. */
  boolean isDue() {
    return saveEveryNanos != null
        && !saving
        && !broken
        && tally.nowNanos - savedAtNanos >= saveEveryNanos
        && itemsStored() + itemsRejected() > saved.itemsStored() + saved.itemsRejected();
  }

  /** Whether to save at the end. */
  boolean lacks(UploadCheckpoint last) {
    return saveEveryNanos != null && !broken && !last.equals(saved);
  }

  void saving(UploadCheckpoint checkpoint) {
    saving = true;
    saved = checkpoint;
    savedAtNanos = tally.nowNanos;
  }

  void saved() {
    saving = false;
  }

  /** Saving failed: nothing more is saved. */
  void failed() {
    saving = false;
    broken = true;
  }
}
