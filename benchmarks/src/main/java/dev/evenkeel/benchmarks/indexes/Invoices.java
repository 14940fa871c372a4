package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Invoices of one country, the hot key of an index that is spread. */
final class Invoices {
  static final String TABLE = "invoices";
  static final String INDEX = "byCountry";
  static final String COUNTRY = "USA";

  private static final String BODY = "x".repeat(140);

  private Invoices() {}

  /** A table by invoice, whose index by country and due date is spread over shards. */
  static ShardingSpec spec(int shards) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("invoice")
        .sortKey("part")
        .shards(1)
        .shardedIndex(ShardedIndexSpec.multiAttribute(INDEX, "country", shards).sortKey("due"))
        .build();
  }

  /** The invoice at a rank of the index, without what spreads it. */
  static Map<String, AttributeValue> item(IdSet ids, int rank) {
    return Map.of(
        "invoice", AttributeValue.fromS("i" + ids.id(rank)),
        "part", AttributeValue.fromS("root"),
        "country", AttributeValue.fromS(COUNTRY),
        "due", AttributeValue.fromS(ids.id(rank)),
        "body", AttributeValue.fromS(BODY));
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }
}
