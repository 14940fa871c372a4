package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.core.internal.work.WorkTotal;
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
    return TableCall.describe(MoveRuns.describe(pass))
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
   */
  public Flow<Done> looked(MoveStart move, LayoutRecord now, MovePace pace) {
    return TableCall.describe(MoveRuns.describe(before(move, now)))
        .then(answer -> looked(move, now, MoveIndexes.of(answer.table()), pace, true));
  }

  /**
   * @param again whether to look again if another process has looked at a part: it alone knows what
   *     of that comes to which place
   */
  private Flow<Done> looked(
      MoveStart move, LayoutRecord now, MoveIndexes indexes, MovePace pace, boolean again) {
    MoveWork work =
        MoveWork.look(runs.control(), table().name(), move.change(now)).until(pace.isStopped());
    PlaceBytes bytes = move.needsRoom() ? new PlaceBytes() : PlaceBytes.NONE;
    MoveTask task = MoveTask.looking(before(move, now), bytes, indexes);
    return work.forgottenIf(WorkTotal::isIdle, task)
        .then(done -> runs.worked(work, task, pace))
        .then(
            saved ->
                work.forgottenIf(total -> !isWhole(move, total, saved), task)
                    .then(total -> looked(move, total, saved, bytes)))
        .then(
            isWhole ->
                isWhole
                    ? Flow.done()
                    : again
                        ? looked(move, now, indexes, pace, false)
                        : Flow.failed(
                            new LayoutChangeException(
                                Reason.OVERTAKEN,
                                table().tableName(),
                                "Another process starts a move, too. Start it in one process.")));
  }

  private Flow<Boolean> looked(MoveStart move, WorkTotal total, Tally saved, PlaceBytes bytes) {
    long unfit = total.tally().unfit();
    if (unfit > 0) {
      return Flow.failed(
          new LayoutChangeException(
              Reason.ITEMS_UNFIT,
              table().tableName(),
              "%d items cannot be moved: with a longer key they would be larger than 400 KB, together with their entries in local indexes, or the key longer than 2,048 bytes, it reads like a shard of another key, the other table has no place for them, or they are where neither layout looks for them. Mend or delete them first."
                  .formatted(unfit)));
    }
    if (!isWhole(move, total, saved)) {
      return Flow.of(false);
    }
    move.requireRoom(bytes);
    return Flow.of(true);
  }

  /** Whether the look has seen all that it was to, and nothing that stands against the move. */
  private static boolean isWhole(MoveStart move, WorkTotal total, Tally saved) {
    return total.isDone()
        && total.tally().unfit() == 0
        && (!move.needsRoom() || saved.items() == total.tally().items());
  }
}
