package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Adds a piece to a key, or begins to move items. Any number of processes may do so at a time, and
 * each may stop at any step: the record says how far the change is, and the next process continues
 * from there.
 *
 * <p>SETTLED -> READY; when the times of the protocol have passed, everybody acts on READY and is
 * registered. A move of all items is ANNOUNCED instead, and nobody uses a key any more that reads
 * like one of their places; then they are looked at. READY or ANNOUNCED -> PAUSED: writes of the
 * key are held back. When every row has acknowledged that very pause, or has been silent so long
 * that its client acts no more, nothing is written under the old layout any more: the greatest sort
 * key is found, and PAUSED -> READY with the new piece above it.
 *
 * <p>A control table that was restored or made anew may lack rows of clients that act. So clients
 * register anew there, and the times of the protocol pass once more before a pause.
 *
 * @param first the record of a table that has none
 * @param change what is added, with the pieces of the key by the spec
 * @param above finds where the new piece may begin, given the change with the pieces that the key
 *     has: above all items of the last piece. Asked while writes are held back
 * @param nanos elapsed time in nanoseconds
 * @param regions sees to it that other Regions do not write the tables of the change, by the record
 *     before it: what they write comes late, after a change has looked for it. Asked before clients
 *     have to register, and before writes are held back
 */
public record LayoutChange(
    LayoutTable table,
    LayoutTimes times,
    LayoutRecord first,
    Change change,
    Function<Change, Flow<From>> above,
    LongSupplier nanos,
    BiFunction<LayoutRecord, Change, Flow<Done>> regions) {
  private static final Duration LOOK = Duration.ofMillis(200);
  static final Duration PAUSE_MAX = Duration.ofSeconds(8);

  /**
   * Where a piece begins.
   *
   * @param sortKey null if the key has no items
   */
  public record From(@Nullable AttributeValue sortKey) {}

  /** How a step of a change has ended. */
  public sealed interface End {}

  /** The piece was added. */
  public record Published(LayoutRecord record) implements End {}

  /** Nothing was changed for good: a client did not acknowledge in time, or another step came. */
  public record GivenUp(LayoutRecord record, List<Registration> waitedFor) implements End {}

  /**
   * Sees to it that everybody is registered. Waits for the times of the protocol if need be. A move
   * of all items is announced then, and drained only after {@link LayoutRecord#checked}.
   *
   * @param known the record that the step has read before
   */
  public Flow<LayoutRecord> prepared(LayoutRecord known) {
    return table
        .readAgain(known)
        .then(
            seen ->
                regions
                    .apply(seen, change)
                    .then(one -> table.identity())
                    .then(control -> prepared(seen, control)));
  }

  private Flow<LayoutRecord> prepared(LayoutRecord seen, String control) {
    if (seen.isOfMove() && !isAnnouncedBy(seen)) {
      return Flow.failed(table.hindered(seen));
    }
    if (change.isAnnounced() && seen.change() == null) {
      return written(seen, seen.announced(change, control), control);
    }
    if (seen.state() == State.SETTLED) {
      return written(seen, seen.ready(control), control);
    }
    Change under = seen.change();
    if (change.isAnnounced() && under != null && !under.isLike(change)) {
      return ended(seen).then(now -> prepared(now, control));
    }
    if (seen.isDrainedIn(control)) {
      return Flow.of(seen);
    }
    if (!control.equals(seen.control())) {
      return written(seen, seen.registeringAnew(control), control);
    }
    return Flow.ask(Pause.of(times.drained()))
        .then(table.identity())
        .then(now -> table.readAgain(seen).then(record -> waited(seen, record, now)));
  }

  /** The times have passed: for the record that was seen, if it and the control table still are. */
  private Flow<LayoutRecord> waited(LayoutRecord seen, LayoutRecord now, String control) {
    if (!now.equals(seen)) {
      return goneOn(seen, now, control);
    }
    if (!control.equals(now.control())) {
      return prepared(now, control);
    }
    return now.change() != null ? Flow.of(now) : written(now, now.readyAndDrained(), control);
  }

  private Flow<LayoutRecord> written(LayoutRecord seen, LayoutRecord next, String control) {
    return table.swapped(seen, next).then(now -> prepared(now, control));
  }

  /** Others have changed the record meanwhile. What was announced is not announced again. */
  private Flow<LayoutRecord> goneOn(LayoutRecord seen, LayoutRecord now, String control) {
    if (seen.change() != null && now.change() == null) {
      return Flow.failed(overtaken("The move was given up by another process."));
    }
    return now.control() != null && !now.control().equals(control)
        ? Flow.failed(
            overtaken(
                "Clients register in another control table of that name now. Try again, by the control table that they use."))
        : prepared(now, control);
  }

  private LayoutChangeException overtaken(String why) {
    return new LayoutChangeException(Reason.OVERTAKEN, table.table(), why);
  }

  private boolean isAnnouncedBy(LayoutRecord seen) {
    Change under = seen.change();
    return seen.state() == State.ANNOUNCED && under != null && under.isLike(change);
  }

  /**
   * Adds the piece, from a record that is READY or ANNOUNCED and drained, or continues a pause for
   * it. A pause for another change is given up if it does not end.
   */
  public Flow<End> added(LayoutRecord seen, RowWatch watch) {
    if (seen.isOfMove() && !isAnnouncedBy(seen)) {
      return Flow.failed(table.hindered(seen));
    }
    Change under = seen.change();
    if (seen.state() != State.PAUSED || under == null) {
      return regions.apply(seen, change).then(one -> paused(seen, watch, null));
    }
    return under.isLike(change)
        ? begun(seen, watch)
        : ended(seen).map(now -> new GivenUp(now, List.of()));
  }

  /**
   * Adds the piece, from a record that is READY and drained, unless another process is the first to
   * begin the very same: then that one does all of it.
   *
   * @param by this process, as nobody else calls itself
   */
  Flow<End> addedFirst(LayoutRecord ready, RowWatch watch, String by) {
    return regions.apply(ready, change).then(one -> paused(ready, watch, by));
  }

  private Flow<End> paused(LayoutRecord seen, RowWatch watch, @Nullable String by) {
    LayoutRecord paused = seen.paused(change);
    return table
        .swap(seen, paused, by)
        .then(swapped -> swapped ? begun(paused, watch) : overtaken(seen));
  }

  /** Waits for the end of a pause for another change, and gives it up if it has none. */
  private Flow<LayoutRecord> ended(LayoutRecord paused) {
    return Flow.ask(Pause.of(PAUSE_MAX)).then(table.swapped(paused, paused.aborted()));
  }

  private Flow<End> overtaken(LayoutRecord seen) {
    return table.readAgain(seen).map(now -> new GivenUp(now, List.of()));
  }

  private Flow<End> begun(LayoutRecord paused, RowWatch watch) {
    return barrier(paused, watch, nanos.getAsLong())
        .recover(
            failure ->
                failure instanceof LayoutUnknownException // nothing is written upon another record
                    ? Flow.failed(failure)
                    : table.swap(paused, paused.aborted()).then(Flow.failed(failure)));
  }

  private Flow<End> barrier(LayoutRecord paused, RowWatch watch, long since) {
    return table
        .clients()
        .rows()
        .then(
            rows -> {
              List<Registration> waitedFor = watch.waitedFor(rows, paused);
              if (waitedFor.isEmpty()) {
                return acknowledged(paused);
              }
              return nanos.getAsLong() - since > PAUSE_MAX.toNanos()
                  ? aborted(paused, waitedFor)
                  : Flow.ask(Pause.of(LOOK)).then(done -> goneOn(paused, watch, since));
            });
  }

  /**
   * All have acknowledged whose rows were there. The control table is asked for after the rows: if
   * it is another one by now, they may have been its rows, and some are missing.
   */
  private Flow<End> acknowledged(LayoutRecord paused) {
    return table
        .identity()
        .then(
            control ->
                paused.isDrainedIn(control)
                    ? published(paused)
                    : table
                        .swapped(paused, paused.registeringAnew(control))
                        .map(now -> endOf(paused, now)));
  }

  /** Once others have ended the pause, nobody acknowledges it any more. */
  private Flow<End> goneOn(LayoutRecord paused, RowWatch watch, long since) {
    return table
        .readAgain(paused)
        .then(
            now ->
                now.version() == paused.version()
                    ? barrier(paused, watch, since)
                    : Flow.of(endOf(paused, now)));
  }

  /** How others have ended a pause. Several may make the same change at a time. */
  private static End endOf(LayoutRecord paused, LayoutRecord now) {
    return requireNonNull(paused.change()).isMade(paused, now)
        ? new Published(now)
        : new GivenUp(now, List.of());
  }

  private Flow<End> endOf(LayoutRecord paused) {
    return table.readAgain(paused).map(now -> endOf(paused, now));
  }

  private Flow<End> published(LayoutRecord paused) {
    Change under = requireNonNull(paused.change());
    return above
        .apply(under)
        .then(
            from -> {
              LayoutRecord next =
                  under.moves() ? paused.moving() : paused.published(from.sortKey());
              return table
                  .swap(paused, next)
                  .then(swapped -> swapped ? Flow.of(new Published(next)) : endOf(paused));
            });
  }

  private Flow<End> aborted(LayoutRecord paused, List<Registration> waitedFor) {
    LayoutRecord next = paused.aborted();
    return table
        .swap(paused, next)
        .then(swapped -> swapped ? Flow.of(new GivenUp(next, waitedFor)) : endOf(paused));
  }

  /** Gives up the change that is under way; false if there is none any more. */
  public static Flow<Boolean> givenUp(LayoutTable table, LayoutRecord seen) {
    return seen.change() != null && seen.state() != State.MOVING
        ? table.swap(seen, seen.givenUp())
        : Flow.of(false);
  }

  /** Ends READY; false if a change is under way or another step came first. */
  public static Flow<Boolean> settled(LayoutTable table, LayoutRecord seen) {
    return switch (seen.state()) {
      case SETTLED -> Flow.of(true);
      case READY -> table.swap(seen, seen.settled());
      case ANNOUNCED, PAUSED, MOVING -> Flow.of(false);
    };
  }
}
