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
 * Reads first pages of a sharded key through the SDK's client and prints the heap peak, bodies of
 * answers in flight included.
 */
final class PagePeakMain {
  private static final double MIB = 1 << 20;
  private static final int ROWS_PER_SHARD = 12;

  private PagePeakMain() {}

  /** Takes the number of pages, the name of the figure, and the bytes of a row. */
  public static void main(String[] arguments) throws InterruptedException {
    int pages = Integer.parseInt(arguments[0]);
    String name = arguments[1];
    int rows = ShardingFigures.SHARDS * ROWS_PER_SHARD;
    CannedTable table =
        Events.sharded(new IdSet(1), rows, ShardingFigures.SHARDS, Integer.parseInt(arguments[2]));
    try (DynamoDbClient plain =
            CannedClients.sync(CannedAnswers.from(table), Duration.ofMillis(20));
        LiveHeap heap = LiveHeap.watched()) {
      DynamoDbClient sharded =
          ShardingDynamoDbClient.builder(plain).table(Events.spec(ShardingFigures.SHARDS)).build();
      sharded.query(Events.query(1)); // threads, classes, and the text that rows are made of
      long before = heap.collect();
      int read = heap.whileCollecting(() -> read(sharded, pages));
      System.out.println(name + "=" + (heap.peakBytes() - before) / MIB);
      System.out.println(name + "_pages=" + read);
      System.out.println(name + "_collections=" + heap.collections());
    }
  }

  private static int read(DynamoDbClient sharded, int pages) {
    for (int page = 0; page < pages; page++) {
      if (sharded.query(Events.query(Events.DAY)).items().isEmpty()) {
        throw new IllegalStateException("a page is empty");
      }
    }
    return pages;
  }
}
