package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * A solution without a library for the first rows over all shards: ask every shard for that many,
 * since all may be on one, and sort.
 */
final class HandWritten {
  private HandWritten() {}

  /**
   * The loop of AWS's text: "you would first issue a Query request for the partition key value
   * 2014-07-09.1, then another Query for 2014-07-09.2, and so on".
   */
  static List<String> oneByOne(DynamoDbClient client, List<String> physicalKeys, int rows) {
    List<Map<String, AttributeValue>> all = new ArrayList<>();
    for (String key : physicalKeys) {
      all.addAll(client.query(query(key, rows)).items());
    }
    return first(all, rows);
  }

  /** All shards at once. */
  static List<String> allOf(DynamoDbAsyncClient client, List<String> physicalKeys, int rows) {
    List<CompletableFuture<QueryResponse>> asked =
        physicalKeys.stream().map(key -> client.query(query(key, rows))).toList();
    CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).join();
    return first(asked.stream().flatMap(page -> page.join().items().stream()).toList(), rows);
  }

  /** The sort keys of rows, in their order. */
  static List<String> ids(List<Map<String, AttributeValue>> rows) {
    return rows.stream().map(HandWritten::id).toList();
  }

  private static QueryRequest query(String key, int rows) {
    return Events.query(key).toBuilder().limit(rows).build();
  }

  private static List<String> first(List<Map<String, AttributeValue>> all, int rows) {
    return ids(all.stream().sorted(Comparator.comparing(HandWritten::id)).limit(rows).toList());
  }

  private static String id(Map<String, AttributeValue> row) {
    return CannedTable.string(row, CannedTable.SORT_KEY);
  }
}
