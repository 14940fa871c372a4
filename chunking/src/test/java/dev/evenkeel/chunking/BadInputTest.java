package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
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

/** Requests that cannot be honoured are refused by name, and nothing at all is sent. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
  private static final Map<String, AttributeValue> KEY = Fixture.key("bad", 1);

  /** Each condition depends on the value of {@code body}, or on its marker. */
  private static final List<String> CONDITIONS =
      List.of(
          "#b = :v",
          ":v <> #b",
          "#b < mine",
          "mine >= #b",
          "#b IN (:v, :w)",
          ":v IN (mine, #b)",
          "#b BETWEEN :v AND :w",
          ":v BETWEEN mine AND #b",
          "size(#b) > :n",
          "contains(#b, :v)",
          "contains(mine, #b)",
          "begins_with(#b, :v)",
          "attribute_type(#b, :v)",
          "attribute_exists(#b.mine)",
          "attribute_not_exists(#b[0])",
          "#b.mine = :v",
          "attribute_exists(mine) AND (NOT #b = :v OR mine = :v)",
          "attribute_exists(#m)",
          "#m.#v = :n");

  private static final List<String> UPDATES =
      List.of(
          "SET #b = #b + :n",
          "SET #b = :n - #b",
          "SET #b = mine",
          "SET mine = #b",
          "SET mine = #b.mine",
          "SET #b = list_append(#b, :l)",
          "SET mine = list_append(mine, #b)",
          "SET #b = if_not_exists(#b, :v)",
          "SET #b = if_not_exists(mine, :v)",
          "SET mine = if_not_exists(#b, :v)",
          "SET #b.mine = :v",
          "SET #b[3] = :v",
          "REMOVE #b.mine",
          "REMOVE mine, #b[0]",
          "ADD #b :n",
          "ADD #b.mine :n",
          "DELETE #b :ss",
          "SET #m = :v",
          "SET #m.#v = :n",
          "REMOVE #m",
          "SET mine = #m");

  private static final List<String> PROJECTIONS = List.of("#b.mine", "id, #b[0]");

  private Fixture fixture;
  private List<ClientUnderTest> clients;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private static Map<String, String> names(String... expressions) {
    Map<String, String> names =
        new HashMap<>(Map.of("#b", "body", "#m", "evenkeel.body", "#v", "v"));
    String all = String.join(" ", expressions);
    names.keySet().removeIf(name -> !all.contains(name));
    return names;
  }

  private static Map<String, AttributeValue> values(String expression) {
    Map<String, AttributeValue> values =
        new LinkedHashMap<>(
            Map.of(
                ":v", AttributeValue.fromS("S"),
                ":w", AttributeValue.fromS("w"),
                ":n", AttributeValue.fromN("1"),
                ":l", AttributeValue.fromL(List.of(AttributeValue.fromN("1"))),
                ":ss", AttributeValue.fromSs(List.of("x"))));
    values.keySet().removeIf(value -> !expression.matches(".*" + value + "\\b.*"));
    return values;
  }

  private static Map<String, AttributeValue> item(String attribute) {
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put(attribute, AttributeValue.fromS("x"));
    return item;
  }

  private static DynamoDbRequest transaction(TransactWriteItem action) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            TransactWriteItem.builder()
                .put(put -> put.tableName("Plain").item(Fixture.key("other", 1)))
                .build(),
            action)
        .build();
  }

  /** Every operation that takes a condition or a filter. */
  private static List<DynamoDbRequest> conditional(String condition) {
    Map<String, String> names = names(condition);
    Map<String, AttributeValue> values = values(condition);
    Map<String, AttributeValue> values2 = new HashMap<>(values);
    values2.put(":id", AttributeValue.fromS("bad"));
    return List.of(
        PutItemRequest.builder()
            .tableName(Fixture.DOCS)
            .item(item("body"))
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .updateExpression("REMOVE image")
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        DeleteItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        transaction(
            TransactWriteItem.builder()
                .put(
                    put ->
                        put.tableName(Fixture.DOCS)
                            .item(item("body"))
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .update(
                    update ->
                        update
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .updateExpression("REMOVE image")
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .delete(
                    delete ->
                        delete
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .conditionCheck(
                    check ->
                        check
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        QueryRequest.builder()
            .tableName(Fixture.DOCS)
            .keyConditionExpression("id = :id")
            .filterExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values2)
            .build(),
        ScanRequest.builder()
            .tableName(Fixture.DOCS)
            .filterExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build());
  }

  private static List<DynamoDbRequest> updating(String update) {
    return List.of(
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .updateExpression(update)
            .expressionAttributeNames(names(update))
            .expressionAttributeValues(values(update))
            .build(),
        transaction(
            TransactWriteItem.builder()
                .update(
                    action ->
                        action
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .updateExpression(update)
                            .expressionAttributeNames(names(update))
                            .expressionAttributeValues(values(update)))
                .build()));
  }

  private static List<DynamoDbRequest> projecting(String projection) {
    Map<String, String> names = names(projection);
    return List.of(
        GetItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .build(),
        QueryRequest.builder()
            .tableName(Fixture.DOCS)
            .keyConditionExpression("id = :id")
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("bad")))
            .build(),
        ScanRequest.builder()
            .tableName(Fixture.DOCS)
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    Fixture.DOCS,
                    KeysAndAttributes.builder()
                        .keys(List.of(KEY))
                        .projectionExpression(projection)
                        .expressionAttributeNames(names)
                        .build()))
            .build(),
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(
                        get ->
                            get.tableName(Fixture.DOCS)
                                .key(KEY)
                                .projectionExpression(projection)
                                .expressionAttributeNames(names))
                    .build())
            .build());
  }

  /** Every operation that writes an item. */
  private static List<DynamoDbRequest> putting(Map<String, AttributeValue> item) {
    return List.of(
        PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build(),
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    "Plain",
                    List.of(writing(Fixture.key("other", 1))),
                    Fixture.DOCS,
                    List.of(writing(Fixture.key("fine", 1)), writing(item))))
            .build(),
        transaction(
            TransactWriteItem.builder()
                .put(put -> put.tableName(Fixture.DOCS).item(item))
                .build()));
  }

  private static WriteRequest writing(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  List<Arguments> expressions() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      CONDITIONS.forEach(each -> all.add(Arguments.of(client, each, conditional(each))));
      UPDATES.forEach(each -> all.add(Arguments.of(client, each, updating(each))));
      PROJECTIONS.forEach(each -> all.add(Arguments.of(client, each, projecting(each))));
    }
    return all;
  }

  /** The attribute's own name, or that of its marker, is in the message. */
  @ParameterizedTest(name = "{1}")
  @MethodSource("expressions")
  void expression_looksAtALargeValue_isRefusedByNameAndUnsent(
      ClientUnderTest client, String expression, List<DynamoDbRequest> requests) {
    for (DynamoDbRequest request : requests) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .as(request.getClass().getSimpleName())
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContainingAll("body'", Fixture.DOCS);
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  List<ClientUnderTest> clients() {
    return clients;
  }

  @ParameterizedTest
  @MethodSource("clients")
  void keyCondition_namesALargeAttribute_isRefusedUnsent(ClientUnderTest client) {
    fixture.sent.look();
    assertThatThrownBy(
            () ->
                client.call(
                    QueryRequest.builder()
                        .tableName(Fixture.DOCS)
                        .indexName("byBody")
                        .keyConditionExpression("body = :v")
                        .expressionAttributeValues(values(":v"))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body'");
    assertThat(fixture.sent.seen()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void item_hasAReservedName_isRefusedByNameAndUnsent(ClientUnderTest client) {
    for (DynamoDbRequest request : putting(item("evenkeel.body"))) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("'evenkeel.body'");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void item_hasNoWholeKey_isRefusedByNameAndUnsent(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body");
    item.put("rank", AttributeValue.fromS("1"));
    for (DynamoDbRequest request : putting(item)) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("'rank'");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void item_tooLargeAfterEveryRung_isRefusedByNameAndUnsent(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body");
    item.put("other", AttributeValue.fromS("x".repeat(ItemSize.ITEM_BYTES_MAX)));
    for (DynamoDbRequest request : putting(item)) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE)
          .hasMessageContainingAll("'Docs'", "409600", "other (409605 bytes)");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  /** As DynamoDB counts it, and not one byte less. */
  @ParameterizedTest
  @MethodSource("clients")
  void item_exactlyAsLargeAsDynamoDbTakes_isTaken(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("other");
    long rest = ItemSize.ITEM_BYTES_MAX - ItemSize.bytes(item);
    item.put("other", AttributeValue.fromS("x".repeat((int) rest + 1)));
    assertThat(ItemSize.bytes(item)).isEqualTo(ItemSize.ITEM_BYTES_MAX);

    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());

    assertThat(fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(KEY)).item())
        .isEqualTo(item);
  }

  private static ChunkingSpec.Builder spec() {
    return ChunkingSpec.builder("T")
        .partitionKey("id")
        .attribute("body", AttributePolicy.chunked())
        .chunkTable("C")
        .intentTable("I");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "at"})
  void spec_managesAKeyAttribute_isRefusedByName(String key) {
    assertThatThrownBy(
            () -> spec().sortKey("at").attribute(key, AttributePolicy.asTheyAre()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'T'", "'" + key + "' is a key attribute");
  }

  @Test
  void spec_seedLayoutWithABinaryKey_isRefused() {
    assertThatThrownBy(
            () -> spec().partitionKey("id", ScalarAttributeType.B).seedLayout("body").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seedLayout joins key values as text");
    assertThatThrownBy(() -> spec().sortKey("at", ScalarAttributeType.B).seedLayout("body").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seedLayout joins key values as text");
  }

  /** The layout of AWS's text has no shorter form for long keys. */
  @ParameterizedTest
  @ValueSource(ints = {2006, 2007})
  void put_seedLayoutWithALongKey_isRefusedUnsentOrFits(int keyBytes) {
    if (!fixture.plain.listTables().tableNames().contains("Seeded")) {
      fixture.createTable("Seeded", KeyAttribute.ofString("id"));
    }
    ChunkingSpec seeded =
        ChunkingSpec.builder("Seeded")
            .partitionKey("id")
            .attribute("body", AttributePolicy.chunked().moveFrom(1))
            .chunkTable(ChunkTableSpec.of(Fixture.CHUNKS).withChunkBytes(16))
            .intentTable(Fixture.INTENTS)
            .seedLayout("body")
            .build();
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("k".repeat(keyBytes)),
            "body", AttributeValue.fromS("x".repeat(160)));
    ClientUnderTest client = fixture.sync(seeded);
    PutItemRequest put = PutItemRequest.builder().tableName("Seeded").item(item).build();

    fixture.sent.look();
    Throwable failure = catchThrowable(() -> client.call(put));

    int bytes = keyBytes + 1 + 38 + 1 + 2;
    if (bytes <= 2048) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure)
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("may have %d bytes".formatted(bytes));
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  /** In that layout the chunk's attribute has the name of the value's. */
  @Test
  void spec_seedLayoutOfTheChunkTablesKey_isRefused() {
    assertThatThrownBy(
            () -> spec().attribute("Id", AttributePolicy.chunked()).seedLayout("Id").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Id' under its own name");
  }

  /** Their keys would not tell which chunks are whose. */
  @Test
  void client_twoTablesShareAChunkTableOfTheSeedLayout_isRefused() {
    ChunkingSpec one = spec().seedLayout("body").build();
    ChunkingSpec other =
        ChunkingSpec.builder("U")
            .partitionKey("id")
            .attribute("body", AttributePolicy.chunked())
            .chunkTable("C")
            .intentTable("I")
            .seedLayout("body")
            .build();

    assertThatThrownBy(() -> fixture.sync(builder -> builder.table(one).table(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'C'", "a chunk table of its own");
  }
}
