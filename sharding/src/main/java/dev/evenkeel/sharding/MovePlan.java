package dev.evenkeel.sharding;

import dev.evenkeel.sharding.internal.move.MoveCost;
import dev.evenkeel.sharding.internal.move.MoveStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a move would do.
 *
 * @param items that would move; those of a whole table by what DynamoDB says of it, which is up to
 *     six hours old, and as if none of them stayed
 * @param bytes of these
 * @param unfit how many items cannot be moved; of a whole table that is not known before the start
 * @param writeUnits for moving them: 5 for each KB begun
 * @param indexes how many the table has; those of another table that items are moved to are taken
 *     to be the same
 * @param indexUnits write units in these, at most: 3 for each KB begun of an entry
 * @param readUnits about, for looking at them from the start on, reading them to move them, and
 *     verifying; without those of this plan, and of the control table
 * @param counted whether the items were counted, or are as DynamoDB says
 * @param ready how long it waits until every client knows of it; zero if all do
 * @param moving how long moving takes at the pace given; null if that is as fast as DynamoDB allows
 * @param refused what clients cannot do meanwhile
 */
public record MovePlan(
    long items,
    long bytes,
    long unfit,
    double writeUnits,
    int indexes,
    double indexUnits,
    double readUnits,
    boolean counted,
    Duration ready,
    @Nullable Duration moving,
    List<String> refused) {
  /**
   * @param rate units a second; infinite for as many as DynamoDB allows
   */
  static MovePlan of(MoveStart move, MoveCost cost, double readUnits, Duration ready, double rate) {
    double written = cost.writeUnits() + cost.indexUnits();
    return new MovePlan(
        cost.items(),
        cost.bytes(),
        cost.unfit(),
        cost.writeUnits(),
        cost.indexes(),
        cost.indexUnits(),
        readUnits,
        move.key() != null,
        ready,
        Double.isInfinite(rate) ? null : Duration.ofMillis((long) (1_000 * written / rate)),
        refused(move));
  }

  private static List<String> refused(MoveStart move) {
    boolean isWithin = move.other() == null;
    List<String> refused = new ArrayList<>(List.of("parallel scans of the table"));
    refused.add("TransactGetItems of more than 100 places, two for each item that moves");
    if (!move.table().indexes().isEmpty()) {
      refused.add(
          "queries of indexes with the table's partition key, where a key's items with one sort value take more than 16 MB");
      refused.add(
          "start keys from before the move, of queries of indexes with the table's partition key");
    }
    if (move.key() == null && move.shards() > 1) {
      refused.add(
          "keys that would be longer than 2,048 bytes with the suffix of a shard, after it too");
    }
    if (!isWithin) {
      refused.add("queries of indexes with another partition key than the table's");
      refused.add("requests that name both tables");
    }
    refused.add("other changes of the layout, until the move is finished");
    if (isWithin) {
      refused.add("plain keys that read like one of the shards, after it too");
    }
    return refused;
  }

  /** Copies the list. */
  public MovePlan {
    refused = List.copyOf(refused);
  }
}
