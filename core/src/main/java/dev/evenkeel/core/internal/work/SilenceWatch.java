package dev.evenkeel.core.internal.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Measures for how long a state has not changed, by the clock of this process: no clock of another
 * process is compared with it.
 */
final class SilenceWatch {
  private final LongSupplier nanos;
  private final Map<String, LastChange> lastChanges = new HashMap<>();

  private record LastChange(Object state, long since) {}

  /**
   * @param nanos elapsed time in nanoseconds
   */
  SilenceWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes a state, and says whether it has been the same for so long. */
  synchronized boolean isSilent(String id, Object state, Duration length) {
    long now = nanos.getAsLong();
    LastChange last = lastChanges.get(id);
    if (last == null || !last.state().equals(state)) {
      lastChanges.put(id, new LastChange(state, now));
      return false;
    }
    return now - last.since() >= length.toNanos();
  }

  /**
   * Whether neither a segment that is held nor its worker has said anything for so long.
   *
   * @param beats of the workers that have reported
   */
  boolean isSilent(SegmentRow held, Map<String, Long> beats, Duration length) {
    String lane = Objects.requireNonNull(held.worker());
    String worker = lane.substring(0, lane.lastIndexOf('/'));
    List<Long> signs = List.of(held.fence(), beats.getOrDefault(worker, 0L));
    return isSilent(held.segment().id(), signs, length);
  }
}
