package dev.evenkeel.sharding.internal.live;

/**
 * The records that a client has read since the one that it acts on. Versions only move up, so one
 * that is older, or another of the same version, was set back. It may be restored, and then go on.
 * But a record that goes on from where it was set back is of another history, and stays so when it
 * has passed the version that the client knows. A client sees that: each change of a new record
 * waits for a lease at least, and looks come more often.
 */
final class RecordHistory {
  /** Of no record at all, which is stored nowhere. */
  private static final long ABSENT = LayoutRecord.first("").version();

  private long setBackTo;
  private boolean isOther;

  /** Whether a record that was read comes after the one known, in the same history. */
  boolean goesOn(LayoutRecord known, LayoutRecord read) {
    boolean isNewer = read.version() > known.version();
    if (isNewer && !isOther) {
      return true;
    }
    isOther |= setBackTo > ABSENT && setBackTo != read.version();
    setBackTo = read.version();
    return false;
  }

  /** Whether the record that was read last does not. */
  boolean isSetBack() {
    return setBackTo > 0;
  }
}
