package dev.evenkeel.sharding;

import dev.evenkeel.sharding.internal.move.MoveCost;
import dev.evenkeel.sharding.internal.move.MoveStart;
import java.time.Duration;
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
 * @param readUnits for looking at them before, reading them to move them, and verifying
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
    double readUnits,
    boolean counted,
    Duration ready,
    @Nullable Duration moving,
    List<String> refused) {
  static final List<String> REFUSED =
      List.of(
          "parallel scans of the table",
          "other changes of the layout, until the move is finished",
          "plain keys that read like one of the shards, after it too");

  static final List<String> REFUSED_BETWEEN_TABLES =
      List.of(
          "parallel scans of the table",
          "queries of indexes with another partition key than the table's",
          "requests that name both tables",
          "other changes of the layout, until the move is finished");

  private static final double READ_BYTES = 4096;

  /**
   * @param rate units a second; infinite for as many as DynamoDB allows
   */
  static MovePlan of(MoveStart move, MoveCost cost, Duration ready, double rate) {
    return new MovePlan(
        cost.items(),
        cost.bytes(),
        cost.unfit(),
        cost.writeUnits(),
        3 * (cost.readBytes() / READ_BYTES + cost.read() / 2.0),
        move.key() != null,
        ready,
        Double.isInfinite(rate)
            ? null
            : Duration.ofMillis((long) (1_000 * cost.writeUnits() / rate)),
        move.other() == null ? REFUSED : REFUSED_BETWEEN_TABLES);
  }

  /** Copies the list. */
  public MovePlan {
    refused = List.copyOf(refused);
  }
}
