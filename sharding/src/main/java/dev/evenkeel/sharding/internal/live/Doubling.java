package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.LayoutChange.End;
import dev.evenkeel.sharding.internal.live.LayoutChange.GivenUp;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import java.util.List;
import java.util.function.Function;

/**
 * Gives a hot key more shards on a layout that stands READY, unless anything has changed since the
 * key was found hot. Many processes may find keys hot at a time: each reads the record anew, and
 * one of them changes it. The others leave the pause to that one: each that took part would look at
 * the rows of all clients five times a second.
 *
 * @param change adds the piece
 * @param measured the version of the record under which the key was hot, and had cooled down
 * @param free sees to it that the shards to come hold nothing, given the record
 * @param by this process, as nobody else calls itself
 */
public record Doubling(
    LayoutChange change,
    long measured,
    Function<LayoutRecord, Flow<Done>> free,
    RowWatch watch,
    String by) {

  /** Adds the piece; given up without anybody that was waited for, if nothing was begun. */
  public Flow<End> applied() {
    return change
        .table()
        .read(change.first())
        .then(now -> isAsMeasured(now) ? applied(now) : Flow.of(new GivenUp(now, List.of())));
  }

  /** In a control table that was restored, clients register anew before anything is held back. */
  private Flow<End> applied(LayoutRecord ready) {
    return change
        .table()
        .identity()
        .then(
            control ->
                ready.isDrainedIn(control)
                    ? free.apply(ready).then(done -> change.addedFirst(ready, watch, by))
                    : change
                        .table()
                        .swap(ready, ready.registeringAnew(control))
                        .map(swapped -> new GivenUp(ready, List.of())));
  }

  private boolean isAsMeasured(LayoutRecord now) {
    return now.version() == measured && now.state() == State.READY && now.drained();
  }
}
