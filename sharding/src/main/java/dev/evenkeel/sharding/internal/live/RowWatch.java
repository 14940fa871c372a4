package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Duration;
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

  /**
   * Of the rows of the last look: ids are drawn anew for each client, and there is no end of them.
   */
  private Map<String, Beat> beats = Map.of();

  private record Beat(long beat, long since) {}

  /**
   * @param nanos elapsed time in nanoseconds, never too fast, since clients are waited for by it
   */
  public RowWatch(LayoutTimes times, LongSupplier nanos) {
    this.times = times;
    this.nanos = nanos;
  }

  /** Reads all rows of a table, and notes what they say. */
  Flow<List<Registration>> look(LayoutTable table) {
    return table
        .clients()
        .rows()
        .map(
            rows -> {
              look(rows);
              return rows;
            });
  }

  /**
   * Notes what all rows of a table say.
   *
   * @param rows all of them: those that are not among them are forgotten
   */
  private synchronized void look(List<Registration> rows) {
    long now = nanos.getAsLong();
    Map<String, Beat> seen = new HashMap<>();
    for (Registration row : rows) {
      Beat known = beats.get(row.id());
      boolean hasBeaten = known == null || known.beat() != row.beat();
      seen.put(row.id(), hasBeaten ? new Beat(row.beat(), now) : known);
    }
    beats = seen;
  }

  /** Of all rows those that have neither acknowledged a pause nor been silent for long. */
  synchronized List<Registration> waitedFor(List<Registration> rows, LayoutRecord paused) {
    look(rows);
    return rows.stream().filter(row -> !row.hasAcknowledged(paused) && !isSilent(row)).toList();
  }

  /**
   * Looks at the rows of a table, and deletes those of clients that have been silent so long that
   * nothing of them can happen any more. Costs a look, and a write unit for each of them.
   */
  public Flow<Done> forgetSilent(LayoutTable table) {
    return table
        .clients()
        .rows()
        .then(rows -> Flow.awaitAll(silent(rows).stream().map(table.clients()::forget).toList()))
        .map(done -> Done.DONE);
  }

  private synchronized List<Registration> silent(List<Registration> rows) {
    look(rows);
    return rows.stream().filter(this::isSilent).toList();
  }

  /** Whether a client has been silent so long that nothing of it can happen any more. */
  synchronized boolean isSilent(Registration row) {
    Beat seen = beats.get(row.id());
    return seen != null
        && nanos.getAsLong() - seen.since() >= times.leaseNanos() + times.lateNanos();
  }

  /** Whether a client has not beaten for a time, as far as it was looked at. */
  synchronized boolean isQuiet(Registration row, Duration time) {
    Beat seen = beats.get(row.id());
    return seen != null && nanos.getAsLong() - seen.since() > time.toNanos();
  }
}
