package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import java.util.function.Function;

/**
 * The edits of a record by which items are moved.
 *
 * @param edits of the same table
 * @param wanted the change, by the record as it is
 * @param requirePossible sees to it that nothing stands against it
 */
public record MoveEdits(
    LayoutEdits edits,
    Function<LayoutRecord, Change> wanted,
    Function<Change, Flow<Done>> requirePossible) {

  /** Sees to it that nothing stands against the move, before its items are looked at. */
  public Flow<Done> possible() {
    return edits
        .read()
        .then(now -> edits.allowed(now, wanted.apply(now)))
        .then(allowed -> edits.lost().unlessRegistered())
        .then(this::unhindered);
  }

  /**
   * Announces a move of all items, and gives the record when everybody acts on that and no request
   * from before can come any more. It is drained if all items were looked at since.
   *
   * @param known the record that the step has read before
   */
  public Flow<LayoutRecord> announced(LayoutRecord known) {
    return prepared(known, change -> Flow.of(new From(null)));
  }

  /**
   * Begins to move items, and gives the record under which they are moved.
   *
   * @param known the record that the step has read before
   * @param bound sees to it once more that nothing stands against it, while writes are held back
   */
  public Flow<LayoutRecord> begun(LayoutRecord known, Function<Change, Flow<From>> bound) {
    return prepared(known, bound)
        .then(
            ready ->
                ready.drained()
                    ? edits.attended(ready).then(all -> added(ready, bound))
                    : Flow.failed(
                        edits.overtaken("It was given up and announced anew. Try again.")))
        .then(edits::published);
  }

  private Flow<LayoutChange.End> added(LayoutRecord ready, Function<Change, Flow<From>> bound) {
    return edits.change(wanted.apply(ready), bound).added(ready, edits.watch());
  }

  private Flow<LayoutRecord> prepared(LayoutRecord known, Function<Change, Flow<From>> bound) {
    return edits
        .lost()
        .unlessRegistered() // all items were read for this very move
        .then(this::unhindered)
        .then(possible -> edits.leading().noted(wanted.apply(edits.first())))
        .then(noted -> edits.rows())
        .then(rows -> edits.change(wanted.apply(edits.first()), bound).prepared(known));
  }

  private Flow<Done> unhindered(LayoutRecord now) {
    Change under = now.change();
    boolean isOther =
        under != null && now.state() == State.ANNOUNCED && !under.isLike(wanted.apply(now));
    return isOther || now.state() == State.MOVING
        ? Flow.failed(edits.records().hindered(now))
        : requirePossible.apply(wanted.apply(now));
  }
}
