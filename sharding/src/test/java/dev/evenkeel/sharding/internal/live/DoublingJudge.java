package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.Pieces;
import org.jspecify.annotations.Nullable;

/**
 * Judges a step of the record where nobody but appliers changes it: each piece doubles the last
 * one, and no change begins before the one before it has cooled down.
 */
record DoublingJudge(LayoutRecord was, LayoutRecord is) {

  private static Pieces pieces(LayoutRecord record) {
    return ModelStore.pieces(record);
  }

  /** Whether a piece is added. */
  boolean isAdded() {
    return !pieces(is).equals(pieces(was));
  }

  /**
   * What is wrong; null if nothing.
   *
   * @param calm for how many ticks no piece was added
   */
  @Nullable String wrong(Script script, int calm) {
    if (script.coordinators > 0) {
      return null;
    }
    int last = pieces(was).last().shards();
    int added = pieces(is).last().shards();
    if (isAdded() && added != 2 * last) {
      return "the last piece has %d shards, and gets one of %d upon it".formatted(last, added);
    }
    boolean begins = was.state() != State.PAUSED && is.state() == State.PAUSED;
    return begins && calm < script.coolDown
        ? "a change begins before the one before it has cooled down"
        : null;
  }
}
