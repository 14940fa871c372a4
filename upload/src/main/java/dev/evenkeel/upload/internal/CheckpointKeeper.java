package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadCheckpoint;
import org.jspecify.annotations.Nullable;

/** The settled positions, and when to save them. */
final class CheckpointKeeper {
  private final UploadCheckpoint from;
  private final SettledPositions settled;
  private final @Nullable Long saveEveryNanos;
  private long itemsStored;
  private long itemsRejected;
  private boolean saving;
  private boolean broken;
  private long savedAtNanos;
  private UploadCheckpoint saved;

  CheckpointKeeper(UploadCheckpoint from, @Nullable Long saveEveryNanos, long startNanos) {
    this.from = from;
    this.saved = from;
    this.settled = new SettledPositions(from);
    this.saveEveryNanos = saveEveryNanos;
    this.savedAtNanos = startNanos;
    this.itemsStored = from.itemsStored();
    this.itemsRejected = from.itemsRejected();
  }

  void store(long position) {
    settled.settle(position);
    itemsStored++;
  }

  void reject(long position) {
    settled.settle(position);
    itemsRejected++;
  }

  /** The number of rejected items over all runs. */
  long itemsRejected() {
    return itemsRejected;
  }

  UploadCheckpoint current(boolean complete) {
    return new UploadCheckpoint(
        from.table(),
        from.sourceId(),
        settled.below(),
        settled.above(),
        itemsStored,
        itemsRejected,
        complete);
  }

  /** Whether to save while the upload continues. */
  boolean isDue(long nowNanos) {
    return saveEveryNanos != null
        && !saving
        && !broken
        && nowNanos - savedAtNanos >= saveEveryNanos
        && itemsStored + itemsRejected > saved.itemsStored() + saved.itemsRejected();
  }

  /** Whether to save at the end. */
  boolean lacks(UploadCheckpoint last) {
    return saveEveryNanos != null && !broken && !last.equals(saved);
  }

  void saving(UploadCheckpoint checkpoint, long nowNanos) {
    saving = true;
    saved = checkpoint;
    savedAtNanos = nowNanos;
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
