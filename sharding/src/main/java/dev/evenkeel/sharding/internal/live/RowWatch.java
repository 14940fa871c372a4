package dev.evenkeel.sharding.internal.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells which clients are alive, by the heartbeats in their rows. No clock of a client is compared
 * with another one: a client is silent for as long as this watch has seen its beat stand still.
 */
public final class RowWatch {
  private final LayoutTimes times;
  private final LongSupplier nanos;
  private final Map<String, Beat> beats = new HashMap<>();

  private record Beat(long beat, long since) {}

  /**
   * @param nanos elapsed time in nanoseconds, never too fast, since clients are waited for by it
   */
  public RowWatch(LayoutTimes times, LongSupplier nanos) {
    this.times = times;
    this.nanos = nanos;
  }

  /** Notes what rows say. */
  public synchronized void look(List<Registration> rows) {
    long now = nanos.getAsLong();
    for (Registration row : rows) {
      Beat known = beats.get(row.id());
      if (known == null || known.beat() != row.beat()) {
        beats.put(row.id(), new Beat(row.beat(), now));
      }
    }
  }

  /** Of some rows those that have neither acknowledged a version nor been silent for long. */
  synchronized List<Registration> waitedFor(List<Registration> rows, long version) {
    look(rows);
    return rows.stream().filter(row -> row.ack() != version && !isSilent(row)).toList();
  }

  /** Those of some rows whose clients have been silent for long. */
  public synchronized List<Registration> silent(List<Registration> rows) {
    look(rows);
    return rows.stream().filter(this::isSilent).toList();
  }

  /** Whether a client has been silent so long that nothing of it can happen any more. */
  synchronized boolean isSilent(Registration row) {
    Beat seen = beats.get(row.id());
    return seen != null
        && nanos.getAsLong() - seen.since() >= times.leaseNanos() + times.lateNanos();
  }
}
