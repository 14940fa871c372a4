package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table of 40 items over 4 shards with indexes of any kind, and ten sort values {@code v}. */
final class IndexedOrders {
  static final int SHARDS = 4;
  static final ShardingSpec SPEC =
      ShardingSpec.builder("orders")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(SHARDS)
          .shards(KeyRule.startingWith("PLAIN", 1))
          .localIndex("byV", "v", ScalarAttributeType.N)
          .globalIndex("byU", "u")
          .globalIndex("unsorted")
          .build();

  /** The shard follows from an index sort key. */
  static final ShardingSpec PINNED = SPEC.toBuilder().selector(ShardSelector.hashOf("u")).build();

  private IndexedOrders() {}

  /** The items of the hot key, and five of a plain one. */
  static List<Map<String, AttributeValue>> items() {
    return Stream.concat(
            IntStream.range(0, 40).mapToObj(i -> item("hot", i)),
            IntStream.range(0, 5).mapToObj(i -> item("PLAIN", i)))
        .toList();
  }

  /**
   * {@code u} is unique to an item, {@code v} is not, and {@code phase} is no sharded attribute.
   */
  private static Map<String, AttributeValue> item(String pk, int i) {
    return Map.of(
        "pk", s(pk),
        "sk", s("s%02d".formatted(i)),
        "v", n(i % 10),
        "u", s("u%02d".formatted(i * 7 % 40)),
        "phase", s(i % 2 == 0 ? "open" : "done"));
  }

  static CreateTableRequest table(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode("PAY_PER_REQUEST")
        .keySchema(key("pk", "sk"))
        .attributeDefinitions(
            List.of("pk", "sk", "u", "v", "phase").stream().map(IndexedOrders::define).toList())
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("byV")
                .keySchema(key("pk", "v"))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .build())
        .globalSecondaryIndexes(
            global("byU", key("pk", "u")),
            global("unsorted", key("pk", null)),
            global("byState", key("phase", "sk")),
            global("byStateAndKey", key("phase", "pk")))
        .build();
  }

  private static AttributeDefinition define(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(name.equals("v") ? ScalarAttributeType.N : ScalarAttributeType.S)
        .build();
  }

  static GlobalSecondaryIndex global(String name, List<KeySchemaElement> key) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key)
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  static List<KeySchemaElement> key(String partition, String sort) {
    KeySchemaElement hash =
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build();
    return sort == null
        ? List.of(hash)
        : List.of(
            hash, KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  static QueryRequest.Builder query(String index, String condition) {
    Map<String, AttributeValue> values = new HashMap<>();
    if (condition.contains(":pk")) {
      values.put(":pk", s("hot"));
    }
    if (condition.contains(":v")) {
      values.put(":v", n(5));
    }
    if (condition.contains(":u")) {
      values.put(":u", s("u05"));
    }
    if (condition.contains(":phase")) {
      values.put(":phase", s("open"));
    }
    return QueryRequest.builder()
        .tableName("orders")
        .indexName(index)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values);
  }

  static Map<String, AttributeValue> key(String pk, String sk, int v) {
    return Map.of("pk", s(pk), "sk", s(sk), "v", n(v));
  }
}
