package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.move.MoveRuns;
import dev.evenkeel.sharding.internal.move.MoveTask.Phase;
import dev.evenkeel.sharding.internal.move.MoveWork.Progress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a move is.
 *
 * @param state of the layout record
 * @param moving what is being moved; null if nothing is
 * @param before the pass that looked at all items before the move; it may be under way
 * @param run the pass that moves them
 * @param verified the pass that reads them after it
 * @param workers the processes that work on the pass that is under way, dead ones too for a while
 */
public record MoveStatus(
    String state, @Nullable Moving moving, Pass before, Pass run, Pass verified, int workers) {

  /**
   * One pass over the items.
   *
   * @param segments into which it is cut, those whose rows were lost among them; 0 if it has not
   *     begun
   * @param done how many of them are at their end
   * @param items that were read
   * @param bytes of these
   * @param moved items, at most as many as were moved: of a page that is done again, since its
   *     segment was split or its process has died, those of the first time do not count
   * @param left items that were at their old place
   * @param misplaced items that cannot be moved, or are where neither layout looks for them
   * @param unitsPerSecond of all processes, after throttles; null for as many as DynamoDB allows
   * @param digest of the items as callers see them, which does not depend on their order
   */
  public record Pass(
      int segments,
      int done,
      long items,
      long bytes,
      long moved,
      long left,
      long misplaced,
      @Nullable Double unitsPerSecond,
      String digest) {
    private static Pass of(Progress now) {
      WorkTotal total = now.total();
      double rate = now.rate();
      return new Pass(
          total.segments() + total.missing(),
          total.done(),
          total.tally().items(),
          total.tally().bytes(),
          total.tally().moved(),
          total.tally().left(),
          total.tally().unfit(),
          Double.isInfinite(rate) ? null : rate,
          "%032x".formatted(total.tally().digest()));
    }

    /** Whether it has read everything. */
    public boolean isDone() {
      return segments > 0 && done == segments;
    }
  }

  static Flow<MoveStatus> of(MoveRuns runs, LayoutRecord now) {
    return Flow.failFast(
            Stream.of(Phase.LOOK, Phase.MOVE, Phase.VERIFY)
                .map(phase -> runs.progress(now, phase))
                .toList())
        .map(passes -> of(now, passes));
  }

  private static MoveStatus of(LayoutRecord now, List<Progress> passes) {
    return new MoveStatus(
        now.state().name(),
        Layout.moving(now.change()),
        Pass.of(passes.get(0)),
        Pass.of(passes.get(1)),
        Pass.of(passes.get(2)),
        passes.stream().mapToInt(Progress::workers).sum());
  }

  /** Whether it is proved that every item is at its place, so that the move can be finished. */
  public boolean isProved() {
    return verified.isDone() && verified.left() == 0 && verified.misplaced() == 0;
  }

  /**
   * Whether the same items were there before the move and after it: their number and their digest
   * are equal. It is false of a table that was written meanwhile, where only the places of the
   * items are proved.
   */
  public boolean isUnchanged() {
    return isProved()
        && before.isDone()
        && before.items() == verified.items()
        && before.digest().equals(verified.digest());
  }
}
