package dev.evenkeel.sharding;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests that plain DynamoDB refuses for their keys, and the specs of their tables. */
final class InvalidKeys {
  static final String TEXTS = "texts";
  static final String NUMBERS = "numbers";
  static final String DRAWN = "drawn";
  static final Map<String, AttributeValue> KEY = key("a", "1");

  static final List<ShardingSpec> SPECS =
      List.of(
          spec(TEXTS, ScalarAttributeType.S).build(),
          spec(NUMBERS, ScalarAttributeType.N).build(),
          spec(DRAWN, ScalarAttributeType.S)
              .selector(ShardSelector.rotating())
              .uniqueSortKeys()
              .build());

  private InvalidKeys() {}

  static ShardingSpec.Builder spec(String table, ScalarAttributeType type) {
    return ShardingSpec.builder(table).partitionKey("pk", type).sortKey("sk", type).shards(4);
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", fromS(pk), "sk", fromS(sk));
  }

  private static Map<String, AttributeValue> numbers(String pk, String sk) {
    return Map.of("pk", fromN(pk), "sk", fromN(sk));
  }

  /** Keys that no item of the table can have, by table. */
  static Map<String, List<Map<String, AttributeValue>>> badKeys() {
    List<Map<String, AttributeValue>> texts =
        List.of(
            Map.of("sk", fromS("1")),
            Map.of("pk", fromS("a")),
            Map.of("pk", fromN("1"), "sk", fromS("1")),
            Map.of("pk", AttributeValue.builder().s("a").n("1").build(), "sk", fromS("1")),
            Map.of("pk", fromS("a"), "sk", AttributeValue.builder().s("a").n("1").build()),
            Map.of("pk", fromS("a"), "sk", fromN("1")),
            Map.of("pk", fromS("a"), "sk", AttributeValue.fromBool(true)),
            Map.of("pk", fromS("a"), "sk", AttributeValue.fromB(SdkBytes.fromUtf8String("1"))),
            key("", "1"),
            key("a", ""),
            key("x".repeat(2049), "1"),
            key("a", "x".repeat(1025)));
    List<Map<String, AttributeValue>> numbers =
        List.of(
            numbers("one", "1"),
            numbers("1E200", "1"),
            numbers("1E-200", "1"),
            numbers("1", "1E200"),
            numbers("1", "x"),
            numbers("1".repeat(39), "1"),
            key("1", "1"));
    return Map.of(TEXTS, texts, NUMBERS, numbers, DRAWN, texts);
  }

  static Stream<DynamoDbRequest> ofKey(String table, Map<String, AttributeValue> key) {
    Map<String, KeysAndAttributes> read =
        Map.of(table, KeysAndAttributes.builder().keys(List.of(key)).build());
    Map<String, List<WriteRequest>> write =
        Map.of(table, List.of(WriteRequest.builder().putRequest(p -> p.item(key)).build()));
    Map<String, List<WriteRequest>> delete =
        Map.of(table, List.of(WriteRequest.builder().deleteRequest(d -> d.key(key)).build()));
    Map<String, List<WriteRequest>> neither =
        Map.of(table, List.of(WriteRequest.builder().build()));
    return Stream.of(
        GetItemRequest.builder().tableName(table).key(key).build(),
        PutItemRequest.builder().tableName(table).item(key).build(),
        UpdateItemRequest.builder().tableName(table).key(key).build(),
        DeleteItemRequest.builder().tableName(table).key(key).build(),
        BatchGetItemRequest.builder().requestItems(read).build(),
        BatchWriteItemRequest.builder().requestItems(write).build(),
        BatchWriteItemRequest.builder().requestItems(delete).build(),
        BatchWriteItemRequest.builder().requestItems(neither).build());
  }

  static Stream<DynamoDbRequest> batches() {
    List<Map<String, AttributeValue>> many =
        IntStream.range(0, 101).mapToObj(i -> key("a", "s" + i)).toList();
    List<DynamoDbRequest> all = new ArrayList<>();
    for (String table : List.of(TEXTS, DRAWN)) {
      all.add(read(table, List.of(KEY, KEY)));
      all.add(write(table, List.of(KEY, KEY)));
      all.add(read(table, many));
      all.add(write(table, many.subList(0, 26)));
      TransactWriteItem put =
          TransactWriteItem.builder().put(Put.builder().tableName(table).item(KEY).build()).build();
      all.add(TransactWriteItemsRequest.builder().transactItems(put, put).build());
    }
    all.add(write(NUMBERS, List.of(numbers("1", "1"), numbers("1", "1E0"))));
    all.add(
        TransactGetItemsRequest.builder()
            .transactItems(
                many.stream()
                    .map(
                        key ->
                            TransactGetItem.builder()
                                .get(get -> get.tableName(TEXTS).key(key))
                                .build())
                    .toList())
            .build());
    return all.stream();
  }

  private static DynamoDbRequest read(String table, List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(table, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static DynamoDbRequest write(String table, List<Map<String, AttributeValue>> items) {
    return BatchWriteItemRequest.builder()
        .requestItems(
            Map.of(
                table,
                items.stream()
                    .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
                    .toList()))
        .build();
  }
}
