package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.InvalidKeys.DRAWN;
import static dev.evenkeel.sharding.InvalidKeys.KEY;
import static dev.evenkeel.sharding.InvalidKeys.NUMBERS;
import static dev.evenkeel.sharding.InvalidKeys.TEXTS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Requests that plain DynamoDB refuses for their expressions or their start keys. */
final class InvalidExpressions {
  private InvalidExpressions() {}

  static Stream<DynamoDbRequest> expressions() {
    Map<String, AttributeValue> one = Map.of(":v", fromS("x"));
    List<String> conditions =
        List.of(
            "a = :w",
            "pk = :w",
            "pk = :v AND b = :w",
            "#n = :v",
            "a = :v AND",
            "a = a AND b = :v",
            "begins_with(pk, :n)",
            "size(:v)",
            "name = :v",
            "pk[0] = :v",
            "((a = :v))",
            "pk BETWEEN :v AND :n",
            "attribute_type(pk, :v)",
            "b = :v OR contains(a, b, :v)");
    List<String> updates =
        List.of(
            "SET a = :v, a.b = :v",
            "SET a = :v, a = :v",
            "SET a = :w",
            "SET pk = :v",
            "REMOVE sk",
            "SET a = pk, b = :w",
            "SET a = :v SET b = :v",
            "ADD a :v",
            "SET #n = :v",
            "SET a = pk + :n, b = :v");
    List<DynamoDbRequest> all = new ArrayList<>();
    for (String condition : conditions) {
      Map<String, AttributeValue> values = values(condition);
      all.add(delete(b -> b.conditionExpression(condition).expressionAttributeValues(values)));
      all.add(scan(b -> b.filterExpression(condition).expressionAttributeValues(values)));
    }
    for (String condition : List.of("a = :v AND", "#n = :v", "((a = :v))", "foo(a)")) {
      all.add(
          PutItemRequest.builder()
              .tableName(DRAWN)
              .item(KEY)
              .conditionExpression(condition)
              .expressionAttributeValues(one)
              .build());
    }
    for (String update : updates) {
      Map<String, AttributeValue> values = values(update);
      all.add(update(b -> b.updateExpression(update).expressionAttributeValues(values)));
    }
    all.add(update(b -> b.updateExpression("SET a = pk").expressionAttributeValues(one)));
    all.add(
        update(b -> b.updateExpression("SET a = pk").expressionAttributeNames(Map.of("#n", "x"))));
    all.add(
        scan(
            b ->
                b.filterExpression("begins_with(pk, :v)")
                    .expressionAttributeValues(Map.of(":v", fromS("x"), ":w", fromS("x")))));
    all.add(
        scan(
            b ->
                b.filterExpression("pk = :v").expressionAttributeValues(Map.of(":v", fromN("x")))));
    return all.stream();
  }

  private static Map<String, AttributeValue> values(String text) {
    Map<String, AttributeValue> values = new HashMap<>();
    if (text.contains(":v")) {
      values.put(":v", fromS("x"));
    }
    if (text.contains(":n")) {
      values.put(":n", fromN("1"));
    }
    return values.isEmpty() ? Map.of(":v", fromS("x")) : values;
  }

  private static DynamoDbRequest delete(Consumer<DeleteItemRequest.Builder> more) {
    return DeleteItemRequest.builder().tableName(TEXTS).key(KEY).applyMutation(more).build();
  }

  private static DynamoDbRequest update(Consumer<UpdateItemRequest.Builder> more) {
    return UpdateItemRequest.builder().tableName(TEXTS).key(KEY).applyMutation(more).build();
  }

  private static DynamoDbRequest scan(Consumer<ScanRequest.Builder> more) {
    return ScanRequest.builder().tableName(TEXTS).applyMutation(more).build();
  }

  static Stream<DynamoDbRequest> queries() {
    Map<String, AttributeValue> pk = Map.of(":p", fromS("a"));
    Map<String, AttributeValue> both = Map.of(":p", fromS("a"), ":s", fromS("5"));
    Map<String, AttributeValue> start = Map.of("pk", fromS("a"), "sk", fromS("1"));
    List<DynamoDbRequest> all = new ArrayList<>();
    for (String condition :
        List.of(
            "pk <> :p",
            "pk > :p",
            "begins_with(pk, :p)",
            "sk = :p",
            "pk = :q",
            "pk = :p OR pk = :p",
            "NOT pk = :p",
            "pk = :p AND a = :p",
            "pk = :p AND sk <> :p",
            "pk = :p AND pk = :p",
            "pk = :p AND sk = :q",
            "pk = :p AND contains(sk, :p)",
            "pk IN (:p)",
            "pk = sk",
            "#n = :p",
            "pk = :p AND")) {
      all.add(query(TEXTS, pk, b -> b.keyConditionExpression(condition)));
    }
    all.add(query(TEXTS, null, b -> {}));
    all.add(scan(b -> b.segment(1)));
    all.add(scan(b -> b.totalSegments(2)));
    all.add(scan(b -> b.segment(5).totalSegments(3)));
    all.add(scan(b -> b.segment(-1).totalSegments(3)));
    all.add(query(TEXTS, both, b -> b.keyConditionExpression("pk = :p")));
    all.add(query(TEXTS, Map.of(":p", fromN("1")), b -> b.keyConditionExpression("pk = :p")));
    all.add(query(TEXTS, Map.of(":p", fromS("")), b -> b.keyConditionExpression("pk = :p")));
    all.add(
        query(
            TEXTS,
            Map.of(":p", fromS("a"), ":s", fromN("1")),
            b -> b.keyConditionExpression("pk = :p AND sk > :s")));
    for (AttributeValue nothing : List.of(fromS(""), AttributeValue.builder().build())) {
      all.add(query(TEXTS, Map.of(":p", nothing), b -> b.keyConditionExpression("pk = :p")));
    }
    AttributeValue two = AttributeValue.builder().s("5").n("5").build();
    all.add(
        query(
            TEXTS,
            Map.of(":p", fromS("a"), ":s", two),
            b -> b.keyConditionExpression("pk = :p AND sk > :s")));
    for (String number : List.of("x", "1E200", "1".repeat(39))) {
      all.add(
          query(
              NUMBERS,
              Map.of(":p", fromN("1"), ":s", fromN(number)),
              b -> b.keyConditionExpression("pk = :p AND sk > :s")));
      all.add(
          query(NUMBERS, Map.of(":p", fromN(number)), b -> b.keyConditionExpression("pk = :p")));
    }
    all.add(
        query(
            NUMBERS,
            Map.of(":p", fromN("1"), ":s", fromN("1")),
            b -> b.keyConditionExpression("pk = :p AND begins_with(sk, :s)")));
    all.add(
        query(
            TEXTS,
            both,
            b -> b.keyConditionExpression("pk = :p AND sk > :s").exclusiveStartKey(start)));
    for (Map<String, AttributeValue> bad :
        List.of(
            Map.of("pk", fromS("a")),
            Map.of("pk", fromS("b"), "sk", fromS("1")),
            Map.of("pk", fromS("a"), "sk", fromN("1")),
            Map.of("pk", fromN("1"), "sk", fromS("1")),
            Map.of("pk", fromS("a"), "sk", fromS("1"), "x", fromS("1")),
            Map.of("sk", fromS("1")),
            Map.of("pk", fromS(""), "sk", fromS("1")),
            Map.of("pk", AttributeValue.builder().s("a").n("1").build(), "sk", fromS("1")),
            Map.of("pk", fromS("a"), "sk", AttributeValue.builder().s("a").n("1").build()),
            Map.of("pk", fromS("a"), "sk", fromS("")))) {
      all.add(query(TEXTS, pk, b -> b.keyConditionExpression("pk = :p").exclusiveStartKey(bad)));
      if (!bad.getOrDefault("pk", fromS("a")).equals(fromS("b"))) {
        all.add(scan(b -> b.exclusiveStartKey(bad)));
      }
    }
    return all.stream();
  }

  private static DynamoDbRequest query(
      String table, Map<String, AttributeValue> values, Consumer<QueryRequest.Builder> more) {
    return QueryRequest.builder()
        .tableName(table)
        .expressionAttributeValues(values)
        .applyMutation(more)
        .build();
  }
}
