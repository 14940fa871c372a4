package dev.evenkeel.sharding.internal.live;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When the next change of a layout may begin without an operator, as one process sees its record:
 * when the record has stood still for a time. Each change that was given up since the last one that
 * was made doubles the time, up to {@value #DOUBLED_MAX} times: who has died is not waited for over
 * and over. All processes see the same steps of the record, so they wait alike.
 *
 * <p>Not safe for use by many threads.
 */
public final class CoolDown {
  private static final long DOUBLED_MAX = 7;

  private final Duration length;
  private final LongSupplier nanos;
  private @Nullable LayoutRecord last;

  /** The version from which on changes were given up, if it has moved up. */
  private long changedAt;

  private long since;

  /**
   * @param nanos elapsed time in nanoseconds
   */
  public CoolDown(Duration length, LongSupplier nanos) {
    this.length = length;
    this.nanos = nanos;
  }

  /** Notes the record as it is now. */
  public void look(LayoutRecord now) {
    if (last != null && last.version() == now.version()) {
      return;
    }
    boolean isChanged =
        last == null
            || !last.base().keys().equals(now.base().keys())
            || !last.base().raises().equals(now.base().raises())
            || last.movesEnded() != now.movesEnded()
            || !last.drained() // these steps lead to a change, and give none up
            || !now.drained();
    if (isChanged) {
      changedAt = now.version();
    }
    last = now;
    since = nanos.getAsLong();
  }

  /** Whether it is over; not before a record was noted. */
  public boolean isOver() {
    if (last == null) {
      return false;
    }
    long givenUp = (last.version() - changedAt) / 2; // to PAUSED, and back
    return nanos.getAsLong() - since >= length.toNanos() << Math.min(givenUp, DOUBLED_MAX);
  }
}
