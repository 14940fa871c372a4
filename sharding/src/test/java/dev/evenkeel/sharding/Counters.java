package dev.evenkeel.sharding;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.CounterSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Requests on tables of counters. */
final class Counters {
  private Counters() {}

  /** Without a sort key; attributes {@code likes} and {@code hits}. */
  static CounterSpec.Builder lone(String table, int shards) {
    return CounterSpec.builder(table).partitionKey("pk").shards(shards).summed("likes", "hits");
  }

  /** With a sort key. */
  static CounterSpec.Builder sorted(String table, int shards) {
    return lone(table, shards).sortKey("sk");
  }

  /** The table as callers of the spec see it. */
  static CreateTableRequest create(CounterSpec spec) {
    List<KeySchemaElement> elements = new ArrayList<>();
    List<AttributeDefinition> definitions = new ArrayList<>();
    add(elements, definitions, spec.logicalKey().partitionKey(), KeyType.HASH);
    spec.logicalKey().sort().forEach(sort -> add(elements, definitions, sort, KeyType.RANGE));
    return CreateTableRequest.builder()
        .tableName(spec.tableName())
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(elements)
        .attributeDefinitions(definitions)
        .build();
  }

  private static void add(
      List<KeySchemaElement> elements,
      List<AttributeDefinition> definitions,
      KeyAttribute key,
      KeyType type) {
    elements.add(KeySchemaElement.builder().attributeName(key.name()).keyType(type).build());
    definitions.add(
        AttributeDefinition.builder().attributeName(key.name()).attributeType(key.type()).build());
  }

  static UpdateItemRequest add(
      String table, Map<String, AttributeValue> key, String attribute, String number) {
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(key)
        .updateExpression("ADD #a :n")
        .expressionAttributeNames(Map.of("#a", attribute))
        .expressionAttributeValues(Map.of(":n", AttributeValue.fromN(number)))
        .build();
  }

  static GetItemRequest get(String table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(table).key(key).consistentRead(true).build();
  }

  /** A query for the counters of {@code film} in table {@code votes}. */
  static QueryRequest query(UnaryOperator<QueryRequest.Builder> more) {
    return more.apply(
            QueryRequest.builder()
                .tableName("votes")
                .keyConditionExpression("pk = :p")
                .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("film"))))
        .build();
  }

  static Map<String, AttributeValue> lone(AttributeValue pk) {
    return Map.of("pk", pk);
  }

  static Map<String, AttributeValue> sums(
      Map<String, AttributeValue> key, String attribute, String number) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(attribute, AttributeValue.fromN(number));
    return item;
  }

  /** The rows of a table as they are stored. */
  static List<Map<String, AttributeValue>> rows(DynamoDbClient plain, String table) {
    return plain.scanPaginator(s -> s.tableName(table).consistentRead(true)).items().stream()
        .toList();
  }
}
