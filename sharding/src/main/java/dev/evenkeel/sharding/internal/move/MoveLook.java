package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.operation.LayerRules.Periods;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;

/**
 * What is to be known of a move before it begins: what it costs, and whether all of its items can
 * be moved.
 */
public record MoveLook(MoveRuns runs) {
  private ShardedTable table() {
    return runs.table();
  }

  /** What a move would cost: counted for one key, and as DynamoDB says for all. */
  public Flow<MoveCost> cost(MoveStart move, LayoutRecord now, MovePace pace) {
    MovePass pass = before(move, now);
    return TableCall.describe(pass.from().storedIn())
        .then(
            answer ->
                move.key() == null
                    ? Flow.of(MoveCost.described(answer.table()))
                    : MoveCost.counted(
                        pass,
                        MoveIndexes.of(answer.table()),
                        pace.rate(places(move, now), false),
                        runs.sessions().clock()));
  }

  /** Read units of a whole move, from its start to its end. */
  public double readUnits(MoveStart move, LayoutRecord now, MovePace pace, MoveCost cost) {
    return MoveReads.units(before(move, now), cost, pace);
  }

  /** How many partition keys items move from; 0 where the whole table moves. */
  public int places(MoveStart move, LayoutRecord now) {
    return move.key() == null ? 0 : before(move, now).cut(false, 1).size();
  }

  private MovePass before(MoveStart move, LayoutRecord now) {
    Change change = move.change(now);
    return MovePass.of(table(), now.layout(change), now.target(change), move.key());
  }

  /**
   * Reads all items that will move, for those that cannot be, and keeps their digest. Fails if
   * there are any, and if they would be too many for a place.
   *
   * <p>Each look begins anew: what another process has read, or this one before, may be other items
   * by now. The look of another process ends.
   */
  public Flow<Done> looked(MoveStart move, LayoutRecord now, MovePace pace) {
    PlaceBytes bytes = move.needsRoom() ? new PlaceBytes() : PlaceBytes.NONE;
    MoveWork work =
        MoveWork.look(runs.control(), table().name(), move.change(now))
            .anew(runs.sessions().token())
            .until(pace.isStopped());
    Unmovable unmovable = new Unmovable(table().tableName());
    OtherTable other = move.other();
    Periods periods = other == null ? null : OtherTable.periodsOf(other.name(), runs.below());
    return TableCall.describe(before(move, now).from().storedIn())
        .map(answer -> MoveIndexes.of(answer.table()))
        .map(indexes -> new ItemLook(before(move, now), unmovable, bytes, indexes, periods))
        .map(MoveTask::looking)
        .then(task -> runs.worked(work, task, pace))
        .then(saved -> work.forgottenIf(total -> !isPassed(total) || !move.hasRoom(bytes), null))
        .then(total -> judged(move, total, bytes, unmovable));
  }

  private Flow<Done> judged(
      MoveStart move, WorkTotal total, PlaceBytes bytes, Unmovable unmovable) {
    long unfit = total.tally().unfit();
    if (unfit > 0) {
      return Flow.failed(unmovable.refusal(unfit));
    }
    if (!isPassed(total)) {
      return Flow.failed(overtaken());
    }
    move.requireRoom(bytes);
    return Flow.done();
  }

  /**
   * Sees to it that what was read of a key is what its move will be compared with: another start
   * may have begun a look while this one waited. Starts of all keys look once more when their move
   * is announced, and others are refused then.
   */
  public Flow<Done> kept(MoveStart move, Change change) {
    return move.key() == null
        ? Flow.done()
        : MoveWork.look(runs.control(), table().name(), change)
            .total()
            .then(total -> isPassed(total) ? Flow.done() : Flow.failed(overtaken()));
  }

  private LayoutChangeException overtaken() {
    return new LayoutChangeException(
        Reason.OVERTAKEN,
        table().tableName(),
        "Another process starts a move, too. Start it in one process.");
  }

  /** Whether the look has seen all that it was to, and nothing that stands against the move. */
  private static boolean isPassed(WorkTotal total) {
    return total.isDone() && total.tally().unfit() == 0;
  }
}
