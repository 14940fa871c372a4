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
 * in vain for a client that has died, and a client that acts beats three times in a lease. It only
 * spares callers pauses; what makes a pause right is its barrier.
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
   * was asked. While all clients are well it looks for a third of a lease and one look more, and
   * once if the look before was a third of a lease ago, but less than a lease. It looks for a lease
   * and one look more at most. A look comes each tenth of a lease, and costs a read unit or more
   * for each of the keys of rows.
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
              if (nanos.getAsLong() - lookedAt >= times.leaseNanos()) {
                note(rows);
              }
              return missing(rows, isWanted);
            });
  }

  private Flow<List<Registration>> missing(List<Registration> rows, BooleanSupplier isWanted) {
    List<Registration> open =
        rows.stream()
            .filter(row -> Long.valueOf(row.beat()).equals(before.get(row.id())))
            .filter(row -> !watch.isSilent(row))
            .toList();
    List<Registration> quiet = open.stream().filter(row -> watch.isQuiet(row, timeout)).toList();
    if (open.isEmpty()) {
      note(rows);
    }
    return open.isEmpty() || !quiet.isEmpty()
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
  }
}
