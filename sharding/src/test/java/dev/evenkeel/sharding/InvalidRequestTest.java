package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A request that plain DynamoDB refuses fails on a sharded table with the same class, code and
 * status.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class InvalidRequestTest {
  private static final String TEXTS = "texts";
  private static final String NUMBERS = "numbers";
  private static final String DRAWN = "drawn";
  private static final Map<String, AttributeValue> KEY = key("a", "1");

  private static ShardingSpec.Builder spec(String table, ScalarAttributeType type) {
    return ShardingSpec.builder(table).partitionKey("pk", type).sortKey("sk", type).shards(4);
  }

  private static final List<ShardingSpec> SPECS =
      List.of(
          spec(TEXTS, ScalarAttributeType.S).build(),
          spec(NUMBERS, ScalarAttributeType.N).build(),
          spec(DRAWN, ScalarAttributeType.S)
              .selector(ShardSelector.rotating())
              .uniqueSortKeys()
              .build());

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", fromS(pk), "sk", fromS(sk));
  }

  private static Map<String, AttributeValue> numbers(String pk, String sk) {
    return Map.of("pk", fromN(pk), "sk", fromN(sk));
  }

  /** Keys that no item of the table can have, by table. */
  private static Map<String, List<Map<String, AttributeValue>>> badKeys() {
    List<Map<String, AttributeValue>> texts =
        List.of(
            Map.of("sk", fromS("1")),
            Map.of("pk", fromS("a")),
            Map.of("pk", fromN("1"), "sk", fromS("1")),
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

  private static Stream<DynamoDbRequest> ofKey(String table, Map<String, AttributeValue> key) {
    Map<String, KeysAndAttributes> read =
        Map.of(table, KeysAndAttributes.builder().keys(List.of(key)).build());
    Map<String, List<WriteRequest>> write =
        Map.of(table, List.of(WriteRequest.builder().putRequest(p -> p.item(key)).build()));
    return Stream.of(
        GetItemRequest.builder().tableName(table).key(key).build(),
        PutItemRequest.builder().tableName(table).item(key).build(),
        UpdateItemRequest.builder().tableName(table).key(key).build(),
        DeleteItemRequest.builder().tableName(table).key(key).build(),
        BatchGetItemRequest.builder().requestItems(read).build(),
        BatchWriteItemRequest.builder().requestItems(write).build());
  }

  private static Stream<DynamoDbRequest> expressions() {
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

  private static Stream<DynamoDbRequest> queries() {
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
    all.add(query(TEXTS, both, b -> b.keyConditionExpression("pk = :p")));
    all.add(query(TEXTS, Map.of(":p", fromN("1")), b -> b.keyConditionExpression("pk = :p")));
    all.add(query(TEXTS, Map.of(":p", fromS("")), b -> b.keyConditionExpression("pk = :p")));
    all.add(
        query(
            TEXTS,
            Map.of(":p", fromS("a"), ":s", fromN("1")),
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

  private static Stream<DynamoDbRequest> batches() {
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

  private static List<DynamoDbRequest> requests() {
    Stream<DynamoDbRequest> ofKeys =
        badKeys().entrySet().stream()
            .flatMap(bad -> bad.getValue().stream().flatMap(key -> ofKey(bad.getKey(), key)));
    return Stream.of(ofKeys, expressions(), queries(), batches()).flatMap(all -> all).toList();
  }

  @KindsInTurn
  void requests_thatPlainDynamoDbRefuses_failAlike(Kind kind, LocalDynamoDb local) {
    ShardingSpec elsewhere = spec("elsewhere", ScalarAttributeType.S).build();
    try (ClientUnderTest sharded =
            ShardedClients.open(kind, local.isolated(), SPECS.toArray(ShardingSpec[]::new));
        ClientUnderTest plain = ShardedClients.open(Kind.SYNC, local.isolated(), elsewhere)) {
      SPECS.forEach(
          spec -> {
            sharded.call(table(spec));
            plain.call(table(spec));
          });
      List<String> unlike = new ArrayList<>();
      for (DynamoDbRequest request : requests()) {
        String expected = failure(plain, request);
        String actual = failure(sharded, request);
        if (!actual.equals(expected)) {
          unlike.add("%s%n  plain %s, sharded %s".formatted(text(request), expected, actual));
        }
      }
      assertThat(unlike).isEmpty();
    }
  }

  private static String text(DynamoDbRequest request) {
    String text = request.toString();
    return text.substring(0, Math.min(400, text.length()));
  }

  private static CreateTableRequest table(ShardingSpec spec) {
    return CreateTableRequest.builder()
        .tableName(spec.tableName())
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(
            KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
            KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
        .attributeDefinitions(
            AttributeDefinition.builder()
                .attributeName("pk")
                .attributeType(spec.partitionType())
                .build(),
            AttributeDefinition.builder()
                .attributeName("sk")
                .attributeType(spec.sortType())
                .build())
        .build();
  }

  private static String failure(ClientUnderTest client, DynamoDbRequest request) {
    try {
      client.call(request);
      return "accepted";
    } catch (DynamoDbException e) {
      return "%s %s %d %s"
          .formatted(
              e.getClass().getSimpleName(),
              e.awsErrorDetails().errorCode(),
              e.statusCode(),
              e.awsErrorDetails().serviceName());
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }
}
