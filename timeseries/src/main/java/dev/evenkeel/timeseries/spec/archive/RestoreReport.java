package dev.evenkeel.timeseries.spec.archive;

/**
 * How far a restore is.
 *
 * @param target the table that is being made
 * @param state how far
 * @param items how many are written; all of them once it is done
 * @param itemsInAll how many the archive holds
 * @param detail what it waits for, for people; empty if it is done
 */
public record RestoreReport(
    String target, State state, long items, long itemsInAll, String detail) {

  /** How far a restore is. */
  public enum State {
    /** S3 is thawing files, for hours; ask again later. */
    THAWING,
    /** The budget was spent; the next call goes on. */
    UNDER_WAY,
    /** Another call is at work. */
    BUSY,
    /** The table holds what the archive does, and reads that ask for archives see it. */
    DONE
  }

  /** Whether there is no more to be done. */
  public boolean isDone() {
    return state == State.DONE;
  }
}
