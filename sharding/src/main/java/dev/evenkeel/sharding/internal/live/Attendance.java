package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Which registered clients give no sign of life, asked before anything is held back: a pause waits
 * in vain for a client that has died, and a client that acts beats three times in a lease. What
 * makes a pause right is its barrier, as long as rows are there. Where they went back or away with
 * a control table that was restored, this waits until clients that are well have written them
 * again.
 *
 * <p>Used by one thread at a time.
 */
public final class Attendance {
  private final LayoutTable table;
  private final LayoutTimes times;
  private final RowWatch watch;
  private final LongSupplier nanos;
  private final Duration timeout;

  /** The beats of a look, by row: who has another one since is alive. */
  private Map<String, Long> before = Map.of();

  private long lookedAt;

  /** The same moment, by the clock by which others are waited for. */
  private long waitsSince;

  /**
   * @param watch knows for how long rows have stood still, if they were looked at before
   * @param nanos elapsed time in nanoseconds
   */
  public Attendance(LayoutTable table, LayoutTimes times, RowWatch watch, LongSupplier nanos) {
    this.table = table;
    this.times = times;
    this.watch = watch;
    this.nanos = nanos;
    boolean isShort = times.lease().compareTo(LayoutChange.PAUSE_MAX) < 0;
    this.timeout = isShort ? LayoutChange.PAUSE_MAX : times.lease();
    this.lookedAt = nanos.getAsLong() - times.leaseNanos();
  }

  /**
   * The clients for which a pause would wait in vain, which have not beaten for a lease and might
   * still act; none if all others have beaten since a look that was less than a lease before this
   * was asked, and that had no row which is missing now. It was two fifths of a lease ago at least,
   * in which each client that acts and is well has beaten. So it looks for two fifths of a lease
   * while all clients are well, and once if the look before was so long ago, but less than a lease.
   * It looks for a lease and one look more at most. A look comes each tenth of a lease, and costs a
   * read unit or more for each of the keys of rows.
   */
  public Flow<List<Registration>> missing() {
    return missing(() -> true);
  }

  /**
   * The same, as long as anybody wants to know.
   *
   * @param isWanted asked before each look; if it says no, none are told of
   */
  public Flow<List<Registration>> missing(BooleanSupplier isWanted) {
    return watch
        .look(table)
        .then(
            rows -> {
              if (nanos.getAsLong() - lookedAt >= times.leaseNanos() || isAnyGone(rows)) {
                note(rows);
              }
              return missing(rows, isWanted);
            });
  }

  private boolean isAnyGone(List<Registration> rows) {
    return !rows.stream().map(Registration::id).toList().containsAll(before.keySet());
  }

  private Flow<List<Registration>> missing(List<Registration> rows, BooleanSupplier isWanted) {
    List<Registration> open =
        rows.stream()
            .filter(row -> row.beat() <= before.getOrDefault(row.id(), -1L))
            .filter(row -> !watch.isSilent(row))
            .toList();
    List<Registration> quiet = open.stream().filter(row -> watch.isQuiet(row, timeout)).toList();
    boolean isDone = open.isEmpty() && watch.now() - waitsSince >= times.leaseNanos() / 5 * 2;
    if (isDone) {
      note(rows);
    }
    return isDone || !quiet.isEmpty()
        ? Flow.of(quiet)
        : Flow.ask(Pause.of(times.lease().dividedBy(10)))
            .then(
                done ->
                    isWanted.getAsBoolean()
                        ? watch.look(table).then(next -> missing(next, isWanted))
                        : Flow.of(List.of()));
  }

  private void note(List<Registration> rows) {
    before = rows.stream().collect(Collectors.toMap(Registration::id, Registration::beat));
    lookedAt = nanos.getAsLong();
    waitsSince = watch.now();
  }
}
