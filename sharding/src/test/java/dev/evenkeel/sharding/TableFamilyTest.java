package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** One spec for all tables of a family, each of which is sharded by itself. */
class TableFamilyTest extends TableFamilies {
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
