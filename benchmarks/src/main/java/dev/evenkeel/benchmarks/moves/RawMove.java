package dev.evenkeel.benchmarks.moves;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Loops written by hand over the segments of a table, four at a time: one that sends the requests
 * of a move for each item, 16 at a time for each segment, and one that only reads.
 *
 * @param segments into how many the table is cut
 */
record RawMove(DynamoDbClient client, String table, int segments) {
  private static final int LANES = 4;
  private static final int WIDTH = 16;

  /** Moves all items from plain keys to shards. Nobody may write them meanwhile. */
  void move(int shards) {
    ExecutorService movers = Executors.newFixedThreadPool(LANES * WIDTH);
    try {
      read(
          page ->
              all(
                  movers,
                  page.stream()
                      .filter(item -> !SpreadTable.text(item, "pk").contains("."))
                      .<Callable<Boolean>>map(item -> () -> moved(item, shards))
                      .toList()));
    } finally {
      movers.shutdown();
    }
  }

  /** Reads all items, consistently. */
  void read(Consumer<List<Map<String, AttributeValue>>> pages) {
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      all(
          lanes,
          IntStream.range(0, segments)
              .<Callable<Boolean>>mapToObj(segment -> () -> read(segment, pages))
              .toList());
    } finally {
      lanes.shutdown();
    }
  }

  private boolean read(int segment, Consumer<List<Map<String, AttributeValue>>> pages) {
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(table)
            .segment(segment)
            .totalSegments(segments)
            .consistentRead(true)
            .build();
    client.scanPaginator(scan).forEach(page -> pages.accept(page.items()));
    return true;
  }

  private static void all(ExecutorService threads, List<Callable<Boolean>> work) {
    try {
      for (Future<Boolean> done : threads.invokeAll(work)) {
        done.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean moved(Map<String, AttributeValue> item, int shards) {
    Map<String, AttributeValue> key = Map.of("pk", item.get("pk"), "sk", item.get("sk"));
    int shard = Math.floorMod(SpreadTable.text(item, "sk").hashCode(), shards);
    Map<String, AttributeValue> copy = new HashMap<>(item);
    copy.put("pk", AttributeValue.fromS(SpreadTable.text(item, "pk") + "." + shard));
    TransactWriteItem isThere =
        TransactWriteItem.builder()
            .conditionCheck(
                old -> old.tableName(table).key(key).conditionExpression("attribute_exists(pk)"))
            .build();
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(
                copied ->
                    copied
                        .tableName(table)
                        .item(copy)
                        .conditionExpression("attribute_not_exists(pk)"))
            .build();
    client.transactWriteItems(transaction -> transaction.transactItems(isThere, put));
    client.deleteItem(delete -> delete.tableName(table).key(key));
    return true;
  }
}
