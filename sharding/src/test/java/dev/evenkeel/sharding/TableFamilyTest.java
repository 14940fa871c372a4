package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.AmbiguousTableException;
import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** One spec for all tables of a family, most of which are created after the client was built. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class TableFamilyTest {
  private static final Predicate<String> DAYS = days("events");

  /** An N key, which is an S in the table: it shows whether a table is managed. */
  private static final ShardingSpec EVENTS =
      ShardingSpec.builder("days of events")
          .partitionKey("pk", ScalarAttributeType.N)
          .sortKey("sk")
          .shards(4)
          .build();

  /** The shard follows from an attribute outside the key, so that start keys carry a token. */
  private static final ShardingSpec TIED =
      ShardingSpec.builder("days of ties")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(3)
          .selector(ShardSelector.hashOf("id"))
          .build();

  private static final CounterSpec HITS = Counters.lone("days of hits", 3).build();

  private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private final Map<Kind, ClientUnderTest> clients = new EnumMap<>(Kind.class);
  private final Recorder recorder = new Recorder();
  private DynamoDbClient plain;
  private int days;

  private static Predicate<String> days(String prefix) {
    return Pattern.compile(prefix + "_\\d{4}-\\d\\d-\\d\\d").asMatchPredicate();
  }

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient undecorated) {
    plain = undecorated;
    ShardingSpec own = EVENTS.forTable("events_2025-01-01").toBuilder().shards(2).build();
    ShardingSpec unsharded = EVENTS.forTable("events_2025-01-02").toBuilder().shards(1).build();
    ShardedClients.Tables tables =
        ShardedClients.Tables.of(own, unsharded)
            .and(builder -> builder.tables(DAYS, EVENTS))
            .and(builder -> builder.tables(days("ties"), TIED))
            .and(builder -> builder.tables(name -> name.startsWith("ties_2030"), TIED))
            .and(builder -> builder.counters(days("hits"), HITS))
            .and(builder -> builder.listener(recorder));
    for (Kind kind : Kind.values()) {
      clients.put(kind, ShardedClients.open(kind, local, sent::add, tables));
    }
  }

  @AfterAll
  void close() {
    clients.values().forEach(ClientUnderTest::close);
  }

  /** A table that was not there when the clients were built. */
  private String created(ClientUnderTest tested, String prefix, ScalarAttributeType partitionType) {
    String name = "%s_2026-%02d-%02d".formatted(prefix, 1 + days / 28, 1 + days % 28);
    days++;
    CreateTableResponse created =
        (CreateTableResponse)
            tested.call(
                CreateTableRequest.builder()
                    .tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
                    .attributeDefinitions(
                        definition("pk", partitionType), definition("sk", ScalarAttributeType.S))
                    .build());
    assertThat(created.tableDescription().attributeDefinitions())
        .as("shown with the logical type")
        .contains(definition("pk", partitionType));
    return name;
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static PutItemRequest put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item).build();
  }

  private static GetItemRequest get(String table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(table).key(key).build();
  }

  private static QueryRequest.Builder of(String table, AttributeValue pk) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", pk));
  }

  private String twoDays(ClientUnderTest tested, List<String> tables) {
    tables.add(created(tested, "events", ScalarAttributeType.N));
    tables.add(created(tested, "events", ScalarAttributeType.N));
    for (String table : tables) {
      for (int i = 0; i < 20; i++) {
        tested.call(put(table, with(key(n(7), s("s%02d".formatted(i))), "table", s(table))));
      }
    }
    return tables.get(0);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tables_createdLater_eachIsShardedByItself(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    List<String> tables = new ArrayList<>();
    twoDays(tested, tables);

    for (String table : tables) {
      assertThat(plain.scan(scan -> scan.tableName(table)).items())
          .as("spread over shards, as S")
          .extracting(item -> item.get("pk").s())
          .contains("7.0", "7.1", "7.2", "7.3");
      List<Map<String, AttributeValue>> items = tested.call(of(table, n(7)).build()).items();
      assertThat(sortKeys(items)).hasSize(20).isSorted();
      assertThat(items).allMatch(item -> item.get("table").s().equals(table));
      QueryResponse page = tested.call(of(table, n(7)).limit(5).build());
      assertThat(page.lastEvaluatedKey()).isEqualTo(key(n(7), s("s04")));
      assertThat(tested.call(get(table, key(n(7), s("s03")))).item()).isEqualTo(items.get(3));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchesAndTransactions_overTwoTables_keepThemApart(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    List<String> tables = new ArrayList<>();
    twoDays(tested, tables);
    String first = tables.get(0);
    String second = tables.get(1);
    Map<String, AttributeValue> key = key(n(8), s("x"));

    tested.call(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    first, List.of(writing(with(key, "at", s("first")))),
                    second, List.of(writing(with(key, "at", s("second"))))))
            .build());
    assertThat(
            tested
                .call(
                    BatchGetItemRequest.builder()
                        .requestItems(
                            Map.of(
                                first, KeysAndAttributes.builder().keys(List.of(key)).build(),
                                second, KeysAndAttributes.builder().keys(List.of(key)).build()))
                        .build())
                .responses())
        .isEqualTo(
            Map.of(
                first, List.of(with(key, "at", s("first"))),
                second, List.of(with(key, "at", s("second")))));
    tested.call(
        TransactWriteItemsRequest.builder()
            .transactItems(
                putting(first, with(key, "at", s("1"))), putting(second, with(key, "at", s("2"))))
            .build());
    assertThat(
            tested
                .call(
                    TransactGetItemsRequest.builder()
                        .transactItems(getting(second, key), getting(first, key))
                        .build())
                .responses())
        .extracting(response -> response.item().get("at").s())
        .containsExactly("2", "1");
  }

  private static WriteRequest writing(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private static TransactWriteItem putting(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table).item(item).build())
        .build();
  }

  private static TransactGetItem getting(String table, Map<String, AttributeValue> key) {
    return TransactGetItem.builder().get(Get.builder().tableName(table).key(key).build()).build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_byNameAndByArn_isRefusedNamingTheTable(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String table = created(tested, "events", ScalarAttributeType.N);
    String arn = plain.describeTable(d -> d.tableName(table)).table().tableArn();
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key(n(1), s("a")))).build();

    assertThat(tested.call(get(arn, key(n(1), s("a")))).hasItem()).isFalse();
    assertThatThrownBy(
            () ->
                tested.call(
                    BatchGetItemRequest.builder()
                        .requestItems(Map.of(table, keys, arn, keys))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(table)
        .hasMessageContaining("twice");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void startKey_withAToken_isOfItsOwnTableOnly(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String first = created(tested, "ties", ScalarAttributeType.S);
    String second = created(tested, "ties", ScalarAttributeType.S);
    for (int i = 0; i < 12; i++) {
      tested.call(put(first, with(key("a", "s" + i % 2), "id", s("id" + i))));
    }
    QueryResponse page = tested.call(of(first, s("a")).limit(2).build());
    Map<String, AttributeValue> startKey = page.lastEvaluatedKey();
    int rows = tested.call(of(first, s("a")).build()).count();

    assertThat(startKey).hasSize(3);
    assertThat(tested.call(of(first, s("a")).exclusiveStartKey(startKey).build()).count())
        .isEqualTo(rows - 2);
    assertThatThrownBy(() -> tested.call(of(second, s("a")).exclusiveStartKey(startKey).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining(second);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void failures_nameTheTableAndLogicalKeys(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String table = created(tested, "events", ScalarAttributeType.N);
    tested.call(put(table, key(n(7), s("x"))));

    assertThatThrownBy(() -> tested.call(get(table, Map.of("sk", s("x")))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith("GetItem on '%s' refused: ", table);
    PutItemRequest again =
        put(table, key(n(7), s("x"))).toBuilder()
            .conditionExpression("attribute_not_exists(pk)")
            .returnValuesOnConditionCheckFailure("ALL_OLD")
            .build();
    assertThatThrownBy(() -> tested.call(again))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            e -> assertThat(e.item()).isEqualTo(key(n(7), s("x"))));
    assertThatThrownBy(() -> tested.call(of("events_1999-01-01", n(7)).build()))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM \"events_2031-01-01\"",
        "INSERT INTO \"events_2031-01-01\" VALUE {'pk': 1, 'sk': 'a'}",
        "SELECT * FROM \"hits_2031-01-01\".\"index\" WHERE pk = 'a'",
      })
  void partiQl_onATableOfAFamily_isRefused(String statement) {
    sent.clear();
    for (ClientUnderTest tested : clients.values()) {
      assertThatThrownBy(
              () -> tested.call(ExecuteStatementRequest.builder().statement(statement).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("PartiQL");
    }
    assertThat(sent).isEmpty();
  }

  /** Why it is enough to look for words as they are written. */
  @Test
  void partiQl_undecorated_namesAreCaseSensitive() {
    String table = created(clients.get(Kind.SYNC), "events", ScalarAttributeType.N);

    assertThatCode(() -> select(table)).doesNotThrowAnyException();
    assertThatThrownBy(() -> select(table.toUpperCase(Locale.ROOT)))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  private void select(String table) {
    plain.executeStatement(s -> s.statement("SELECT * FROM \"" + table + "\""));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tablesWithASpecOfTheirOwn_areInNoFamily(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    if (plain.listTables().tableNames().stream().noneMatch("events_2025-01-01"::equals)) {
      PhysicalTables.create(plain, EVENTS.forTable("events_2025-01-01"));
      plain.createTable(
          CreateTableRequest.builder()
              .tableName("events_2025-01-02")
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
              .attributeDefinitions(
                  definition("pk", ScalarAttributeType.N), definition("sk", ScalarAttributeType.S))
              .build());
    }
    for (int i = 0; i < 20; i++) {
      tested.call(put("events_2025-01-01", key(n(7), s("s" + i))));
      tested.call(put("events_2025-01-02", key(n(7), s("s" + i))));
    }

    assertThat(plain.scan(scan -> scan.tableName("events_2025-01-01")).items())
        .extracting(item -> item.get("pk").s())
        .containsOnly("7.0", "7.1");
    assertThat(plain.scan(scan -> scan.tableName("events_2025-01-02")).items())
        .extracting(item -> item.get("pk"))
        .containsOnly(n(7));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tableOfTwoFamilies_isRefusedBeforeAnythingIsSent(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    sent.clear();

    assertThatThrownBy(() -> tested.call(put("ties_2030-01-01", key("a", "b"))))
        .isInstanceOfSatisfying(
            AmbiguousTableException.class,
            e -> assertThat(e.families()).containsExactly("days of ties", "days of ties"));
    assertThat(sent).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void readAhead_keyWrittenInAnotherTable_isKept(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    List<String> tables = new ArrayList<>();
    String table = twoDays(tested, tables);
    QueryResponse page = tested.call(of(table, n(7)).limit(2).build());
    QueryRequest next = of(table, n(7)).limit(2).exclusiveStartKey(page.lastEvaluatedKey()).build();

    tested.call(put(tables.get(1), key(n(7), s("s99"))));
    sent.clear();
    assertThat(sortKeys(tested.call(next).items())).containsExactly("s02", "s03");
    int withReadAhead = sent.size();

    tested.call(of(table, n(7)).limit(2).build());
    tested.call(put(table, key(n(7), s("s99"))));
    sent.clear();
    assertThat(sortKeys(tested.call(next).items())).containsExactly("s02", "s03");
    assertThat(withReadAhead).isLessThan(sent.size());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void counters_ofAFamily_areSummedByTable(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String first = "hits_2027-01-" + (kind == Kind.SYNC ? "01" : "02");
    String second = first.replace("2027", "2028");
    for (String table : List.of(first, second)) {
      tested.call(Counters.create(HITS.forTable(table)));
    }
    for (int i = 0; i < 10; i++) {
      tested.call(Counters.add(first, Map.of("pk", s("page")), "hits", "1"));
      tested.call(Counters.add(second, Map.of("pk", s("page")), "hits", "2"));
    }

    assertThat(tested.call(get(first, Map.of("pk", s("page")))).item())
        .containsEntry("hits", n(10));
    assertThat(tested.call(get(second, Map.of("pk", s("page")))).item())
        .containsEntry("hits", n(20));
    assertThat(plain.scan(scan -> scan.tableName(first)).count()).isGreaterThan(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void listener_isToldOfTheTable(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String table = created(tested, "events", ScalarAttributeType.N);

    tested.call(put(table, key(n(7), s("x"))));

    assertThat(recorder.story()).contains("sharding PutItem [%s]".formatted(table));
  }

  @Test
  void forTable_verifyAgainst_isTheOneTable() {
    String table = created(clients.get(Kind.SYNC), "events", ScalarAttributeType.N);

    EVENTS.forTable(table).verifyAgainst(plain);

    assertThat(EVENTS.forTable(table).layoutId()).isEqualTo(EVENTS.layoutId());
    assertThatThrownBy(
            () -> TIED.forTable(table).toBuilder().sortKey("other").build().verifyAgainst(plain))
        .isInstanceOfSatisfying(
            SpecMismatchException.class, e -> assertThat(e.table()).isEqualTo(table));
  }

  @Test
  void builder_aFamilyAlone_isEnough() {
    assertThatCode(() -> ShardingDynamoDbClient.builder(plain).tables(DAYS, EVENTS).build())
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(plain).build())
        .hasMessageContaining("tables(names, spec)");
  }

  @Test
  void explain_aTableOfAFamily_namesIt() {
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).tables(DAYS, EVENTS).build();

    assertThat(client.explain(of("events_2031-01-01", n(7)).build()).toString())
        .contains("events_2031-01-01: shards 0-3 of 4");
    assertThat(client.explain(of("notes", n(7)).build()).toString()).doesNotContain("shards");
  }
}
