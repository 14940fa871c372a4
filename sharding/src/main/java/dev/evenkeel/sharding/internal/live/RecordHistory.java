package dev.evenkeel.sharding.internal.live;

/**
 * The records that a client has read since the one that it acts on. Versions only move up, so one
 * that is older, or another of the same version, was set back. It may be restored, and then go on.
 * But a record that goes on from where it was set back, or has been another of the same version, is
 * of another history, and stays so when it has passed the version that the client knows. A client
 * that has read only one older record of that cannot tell.
 */
final class RecordHistory {
  /** Of no record at all, which is stored nowhere. */
  private static final long ABSENT = LayoutRecord.first("").version();

  private long setBackTo;
  private boolean isOther;

  /** Whether a record that was read, and is not the one known, comes after that. */
  boolean goesOn(LayoutRecord known, LayoutRecord read) {
    long version = read.version();
    if (version > known.version() && !isOther) {
      return true;
    }
    boolean isOnward = setBackTo > ABSENT && version > setBackTo;
    boolean isStill = isOther && version == setBackTo;
    isOther = isOnward || isStill || version == known.version();
    setBackTo = version;
    return false;
  }

  /** Whether the record that was read last does not. */
  boolean isSetBack() {
    return setBackTo > 0;
  }
}
