package dev.evenkeel.jobs.report;

import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.MoveStatus;
import org.jspecify.annotations.Nullable;

/** What came of a step of a move, in sentences. */
public final class MoveOutcome {
  private MoveOutcome() {}

  /**
   * After items were moved.
   *
   * @param moved items that this process has moved
   * @param worker its index; null if it has none
   */
  public static String ran(MoveStatus status, long moved, @Nullable Integer worker) {
    return moved(moved, worker)
        + (status.run().isDone()
            ? " Nothing is left to be moved."
            : " Stopped before the end: repeat it to go on.");
  }

  private static String moved(long items, @Nullable Integer worker) {
    return worker == null
        ? "Moved %s here.".formatted(RateText.items(items))
        : "Worker %d moved %s.".formatted(worker, RateText.items(items));
  }

  /** After items were verified, by a worker that has moved some before. */
  public static String worked(MoveStatus status, long moved, int worker) {
    return moved(moved, worker) + " " + verified(status);
  }

  /** After items were verified. */
  public static String verified(MoveStatus status) {
    String left = RateText.number(status.verified().left());
    String misplaced = RateText.number(status.verified().misplaced());
    if (!status.verified().isDone()) {
      return "Stopped before everything was read: repeat it to go on.";
    }
    if (status.verified().left() > 0) {
      return "Not proved. Items at an old place: %s. Run the move, which says what it cannot move, and verify it again. If that comes again without a word of the run, a client without Evenkeel writes."
          .formatted(left);
    }
    if (status.verified().misplaced() > 0) {
      return "Not proved. Items where neither layout looks for them: %s. Look at them as they are stored, put them where they belong or delete them, and verify again."
          .formatted(misplaced);
    }
    return "Proved: none of %s is at an old place, and each is where the new layout looks for it. %s"
        .formatted(RateText.items(status.verified().items()), comparison(status));
  }

  /**
   * After the move.
   *
   * @param layout by which clients act
   */
  public static String finished(Layout layout) {
    String done = "The move is finished. Clients act on the new layout alone within seconds.";
    if (layout.table() == null) {
      return done;
    }
    String next =
        layout.periods() == null
            ? " Those that will name table '%s' need a spec that says what 'evenkeel layout show' lists: shards, pieces of keys and raised counts."
            : " Those that will name '%s' need that time series, as --series has it. Where 'evenkeel layout show' lists more than 1 shard or pieces of keys, they need a spec that says so, too.";
    return done + next.formatted(layout.table());
  }

  private static String comparison(MoveStatus status) {
    if (!status.before().isDone()) {
      return "Number and digest from before the move are not there any more to be compared.";
    }
    return status.isUnchanged()
        ? "They are those from before the move: number and digest are equal."
        : "The table was written meanwhile, so number and digest differ from before.";
  }
}
