package dev.evenkeel.timeseries.spec.archive;

/**
 * The progress of a restore.
 *
 * @param target the table that is being made
 * @param state how far
 * @param items how many are written; all of them once it is done
 * @param itemsInAll how many the archive holds
 * @param detail the reason for waiting, as text; empty if it is done
 */
public record RestoreReport(
    String target, State state, long items, long itemsInAll, String detail) {

  /** The progress of a restore. */
  public enum State {
    /** S3 is restoring files, for hours; call again later. */
    RETRIEVING,
    /** The budget was spent; the next call continues. */
    UNDER_WAY,
    /** Another call is active. */
    BUSY,
    /** The table holds what the archive does, and reads that ask for archives see it. */
    DONE
  }

  /** Whether there is no more to be done. */
  public boolean isDone() {
    return state == State.DONE;
  }
}
