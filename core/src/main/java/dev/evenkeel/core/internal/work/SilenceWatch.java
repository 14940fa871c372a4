package dev.evenkeel.core.internal.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells for how long something has not changed, by one clock: no clock of another process is
 * compared with it.
 */
final class SilenceWatch {
  private final LongSupplier nanos;
  private final Map<String, Seen> seen = new HashMap<>();

  private record Seen(Object state, long since) {}

  /**
   * @param nanos elapsed time in nanoseconds
   */
  SilenceWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes a state, and says whether it has been the same for so long. */
  synchronized boolean isSilent(String id, Object state, Duration length) {
    long now = nanos.getAsLong();
    Seen last = seen.get(id);
    if (last == null || !last.state().equals(state)) {
      seen.put(id, new Seen(state, now));
      return false;
    }
    return now - last.since() >= length.toNanos();
  }
}
