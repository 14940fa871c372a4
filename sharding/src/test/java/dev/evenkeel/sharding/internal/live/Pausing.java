package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A pause that nobody ends, so that tests can look at what clients do in it. */
public final class Pausing {
  private Pausing() {}

  /**
   * Begins to add a piece.
   *
   * @param times those of the store
   * @return the record's version then
   */
  public static long begin(
      ShardingSpec spec, LayoutTimes times, DynamoDbClient control, AttributeValue key) {
    return begin(spec, times, control, new Change(key, Pieces.shards(1), 4));
  }

  /** The same for a move. */
  public static long beginMove(
      ShardingSpec spec, LayoutTimes times, DynamoDbClient control, AttributeValue key) {
    return begin(spec, times, control, new Change(key, Pieces.shards(1), 4, true));
  }

  private static long begin(
      ShardingSpec spec, LayoutTimes times, DynamoDbClient control, Change change) {
    LayoutTable table =
        new LayoutTable(spec.layoutSource().table(), new ShardedTable(spec).name(), Instant::now);
    LayoutRecord first = LayoutRecord.first(times.with(spec.layoutId()));
    return SyncRunner.create()
        .run(
            table
                .read(first)
                .then(
                    seen -> {
                      LayoutRecord paused = seen.paused(change);
                      return table.swap(seen, paused).map(swapped -> paused.version());
                    }),
            Sender.sync(control, Sender.nothingElse()),
            Deadline.NONE);
  }
}
