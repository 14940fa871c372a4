package dev.evenkeel.examples.quickstart;

import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The stored form of the table, as a client sees it that knows nothing of shards. */
final class PhysicalTable {
  private static final Comparator<String> SHARDS_IN_ORDER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** The page size; without a limit, DynamoDB Local holds far more than one page in memory. */
  private static final int PAGE_LIMIT = 1_000;

  private final DynamoDbClient plain;
  private final String table;

  PhysicalTable(DynamoDbClient plain, String table) {
    this.plain = plain;
    this.table = table;
  }

  /** The number of items under each physical partition key, by a scan of the whole table. */
  SortedMap<String, Integer> itemCounts() {
    ScanRequest keys =
        ScanRequest.builder()
            .tableName(table)
            .limit(PAGE_LIMIT)
            .projectionExpression("#day")
            .expressionAttributeNames(Map.of("#day", HitItem.DAY))
            .build();
    SortedMap<String, Integer> counts = new TreeMap<>(SHARDS_IN_ORDER);
    for (Map<String, AttributeValue> item : plain.scanPaginator(keys).items()) {
      counts.merge(HitItem.textIn(item, HitItem.DAY), 1, Integer::sum);
    }
    return counts;
  }
}
