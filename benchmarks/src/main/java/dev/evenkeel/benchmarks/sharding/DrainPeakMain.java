package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Drains a large sharded key through the SDK's client and prints the heap peak, beyond the heap of
 * the JVM, the clients and the table's index of ranks before.
 */
final class DrainPeakMain {
  private static final double MIB = 1 << 20;
  private static final int WARM_UP_ROWS = 20_000;

  private DrainPeakMain() {}

  /** Takes the rows per shard and the name of the figure. */
  public static void main(String[] arguments) throws InterruptedException {
    String name = arguments[1];
    int rows = ShardingFigures.SHARDS * Integer.parseInt(arguments[0]);
    CannedTable table = Events.sharded(new IdSet(1), rows, ShardingFigures.SHARDS);
    drain(Events.sharded(new IdSet(2), WARM_UP_ROWS, ShardingFigures.SHARDS), WARM_UP_ROWS);
    try (LiveHeap heap = LiveHeap.watched()) {
      long before = heap.collect();
      Drain drained = heap.whileCollecting(() -> drain(table, rows));
      print(name, (heap.peakBytes() - before) / MIB);
      print(name + "_before", before / MIB);
      print(name + "_collections", (double) heap.collections());
      print(name + "_pages", (double) drained.pages());
    }
  }

  private static void print(String name, double value) {
    System.out.println(name + "=" + value);
  }

  private static Drain drain(CannedTable table, int rows) {
    try (DynamoDbClient plain = CannedClients.sync(CannedAnswers.from(table), Duration.ZERO)) {
      DynamoDbClient sharded =
          ShardingDynamoDbClient.builder(plain).table(Events.spec(ShardingFigures.SHARDS)).build();
      return Drain.all(table, sharded, Events.query(Events.DAY)).expecting(rows);
    }
  }
}
