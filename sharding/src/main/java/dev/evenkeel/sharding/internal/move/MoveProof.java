package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;

/** The result of a verifying pass that a move needs before it may end. */
final class MoveProof {
  private MoveProof() {}

  /** Whether the whole table was read, and each item was at its place. */
  static boolean isWhole(WorkTotal total) {
    return total.isDone() && total.tally().left() == 0 && total.tally().unfit() == 0;
  }

  /** Why a move may not end by a pass that is no proof. */
  static LayoutChangeException refusal(String table, WorkTotal total) {
    long left = total.tally().left();
    if (!total.isDone()) {
      return new LayoutChangeException(
          Reason.NOT_VERIFIED,
          table,
          "It is not verified that nothing is left at its old place. Verify the move first, to its end.");
    }
    return left > 0
        ? new LayoutChangeException(
            Reason.ITEMS_LEFT,
            table,
            "Items that were at their old places: %d. Run the move, and verify it again."
                .formatted(left))
        : new LayoutChangeException(
            Reason.ITEMS_UNFIT,
            table,
            "Items where neither layout looks for them: %d. Look at them as they are stored, put them where they belong or delete them, and verify the move again."
                .formatted(total.tally().unfit()));
  }
}
