package dev.evenkeel.simulator.client;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table of events by device and time, and a sparse index by kind. */
final class Events {
  static final String TABLE = "events";
  static final String INDEX = "by_kind";

  /** No help from what was left unused, so that a test can count. */
  static final PartitionBehavior PLAIN = PartitionBehavior.today().withBurst(false);

  private Events() {}

  static void create(DynamoDbClient client) {
    create(client, TABLE);
  }

  static void create(DynamoDbClient client, String table) {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(List.of(key("device", KeyType.HASH), key("at", KeyType.RANGE)))
            .attributeDefinitions(List.of(text("device"), text("at"), text("kind")))
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName(INDEX)
                        .keySchema(List.of(key("kind", KeyType.HASH), key("at", KeyType.RANGE)))
                        .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
                        .build()))
            .build());
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static KeySchemaElement hash(String name) {
    return key(name, KeyType.HASH);
  }

  static KeySchemaElement range(String name) {
    return key(name, KeyType.RANGE);
  }

  static AttributeValue value(String text) {
    return AttributeValue.fromS(text);
  }

  /** A spec with an index that carries as much. */
  static TableSpec spec(Capacity capacity) {
    return spec(capacity, capacity);
  }

  static TableSpec spec(Capacity capacity, Capacity ofIndex) {
    return TableSpec.builder(TABLE)
        .capacity(capacity)
        .behavior(PLAIN)
        .sortKeys(SortKeys.SPREAD)
        .index(new IndexSpec(INDEX, ofIndex, SortKeys.SPREAD))
        .build();
  }

  static Map<String, AttributeValue> key(String device, int at) {
    return Map.of(
        "device", AttributeValue.fromS(device), "at", AttributeValue.fromS("%04d".formatted(at)));
  }

  /** An item of less than 1 KB that is in no index. */
  static Map<String, AttributeValue> item(String device, int at) {
    return with(key(device, at), "text", "x".repeat(500));
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, String value) {
    Map<String, AttributeValue> more = new HashMap<>(item);
    more.put(name, AttributeValue.fromS(value));
    return more;
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  static List<Map<String, AttributeValue>> items(String device, int count) {
    return IntStream.range(0, count).mapToObj(at -> item(device, at)).toList();
  }

  /** Reads what is stored under a device, past the simulation. */
  static List<Map<String, AttributeValue>> stored(DynamoDbClient client, String device) {
    return client
        .query(
            query ->
                query
                    .tableName(TABLE)
                    .consistentRead(true)
                    .keyConditionExpression("device = :device")
                    .expressionAttributeValues(Map.of(":device", AttributeValue.fromS(device))))
        .items();
  }
}
