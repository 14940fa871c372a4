package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** An index of invoices by country, as AWS's text on choosing a partition key lays it out. */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedIndexTest {
  private static final String TABLE = "invoices";
  private static final String INDEX = "byCountry";
  private static final int SHARDS = 4;
  private static final ShardedIndexSpec BY_COUNTRY =
      ShardedIndexSpec.numberFirst(INDEX, "tx_country", SHARDS)
          .shardAttribute("prefix", ScalarAttributeType.N)
          .firstNumber(1);
  private static final ShardingSpec SPEC = spec(BY_COUNTRY);

  private static ShardingSpec spec(ShardedIndexSpec index) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("invoice")
        .sortKey("row")
        .shards(1)
        .shardedIndex(index)
        .build();
  }

  @BeforeEach
  void create(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      tested.call(create("tx_country"));
    }
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  private static CreateTableRequest create(String indexed) {
    return CreateTableRequest.builder()
        .tableName(TABLE)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(key("invoice", KeyType.HASH), key("row", KeyType.RANGE))
        .attributeDefinitions(text("invoice"), text("row"), text(indexed))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(INDEX)
                .keySchema(key(indexed, KeyType.HASH))
                .projection(all -> all.projectionType(ProjectionType.ALL))
                .build())
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static Map<String, AttributeValue> invoice(int i, @Nullable String country) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("invoice", s("InvoiceNumber#" + i));
    item.put("row", s("root"));
    if (country != null) {
      item.put("tx_country", s(country));
    }
    return item;
  }

  private static Map<String, AttributeValue> key(int i) {
    return invoice(i, null);
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  private static QueryRequest query(String condition, Map<String, AttributeValue> values) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName(INDEX)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values)
        .build();
  }

  private static List<Map<String, AttributeValue>> all(
      ClientUnderTest tested, QueryRequest query, int limit) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    QueryRequest next = query.toBuilder().limit(limit).build();
    while (true) {
      QueryResponse page = tested.call(next);
      items.addAll(page.items());
      if (page.lastEvaluatedKey().isEmpty()) {
        return items;
      }
      next =
          next.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(page.lastEvaluatedKey())).build();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_tableLaidOutByHand_findsEveryItemOnceAndUpdatesKeepTheNumber(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    Random random = new Random(20261203);
    for (int i = 0; i < 40; i++) {
      Map<String, AttributeValue> item = invoice(i, i % 3 == 0 ? "FRA" : "USA");
      item.put("prefix", n(1 + random.nextInt(SHARDS)));
      plain.putItem(put(item));
    }
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      List<Map<String, AttributeValue>> before = stored(plain);
      for (int i = 0; i < 40; i += 5) {
        tested.call(
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key(i))
                .updateExpression("SET paid = :yes")
                .expressionAttributeValues(Map.of(":yes", s("yes")))
                .build());
      }
      List<Map<String, AttributeValue>> after = stored(plain);
      for (int i = 0; i < 40; i++) {
        assertThat(after.get(i).get("prefix")).isEqualTo(before.get(i).get("prefix"));
      }
      List<Map<String, AttributeValue>> usa =
          all(tested, query("tx_country = :c", Map.of(":c", s("USA"))), 3);
      assertThat(usa).doesNotHaveDuplicates().hasSize(26);
      assertThat(usa).allSatisfy(item -> assertThat(item).doesNotContainKey("prefix"));
    }
  }

  private static List<Map<String, AttributeValue>> stored(DynamoDbClient plain) {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .sorted((a, b) -> a.get("invoice").s().compareTo(b.get("invoice").s()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "tx_country BETWEEN :a AND :b, DEU, FRA",
    "tx_country > :a, DEU, DEU",
    "'begins_with(tx_country, :a)', USA, USA"
  })
  void query_rangeOfTheSelectiveAttribute_isMergedInItsOrder(
      String condition, String a, String b, LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      List<String> countries = List.of("AUT", "DEU", "FRA", "USA", "USA-CA");
      for (int i = 0; i < 50; i++) {
        tested.call(put(invoice(i, countries.get(i % 5))));
      }
      Map<String, AttributeValue> values = new HashMap<>(Map.of(":a", s(a)));
      if (condition.contains(":b")) {
        values.put(":b", s(b));
      }
      for (boolean forward : new boolean[] {true, false}) {
        QueryRequest query = query(condition, values).toBuilder().scanIndexForward(forward).build();
        List<String> read =
            all(tested, query, 4).stream().map(item -> item.get("tx_country").s()).toList();
        List<String> sorted =
            new ArrayList<>(
                all(tested, query, 100).stream().map(i -> i.get("tx_country").s()).toList());
        sorted.sort(forward ? (x, y) -> x.compareTo(y) : (x, y) -> y.compareTo(x));
        assertThat(read).isEqualTo(sorted).hasSizeBetween(20, 30);
      }
    }
  }

  @Test
  void put_anyItem_hasTheNumberThatFollowsFromItsKey(LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      for (int i = 0; i < 8; i++) {
        tested.call(put(invoice(i, i % 2 == 0 ? "USA" : null)));
      }
    }
    assertThat(stored(plain).stream().map(item -> item.get("prefix").n()).toList())
        .containsExactly("1", "3", "2", "1", "2", "2", "4", "3"); // wire format 1
  }

  @Test
  void update_notOfTheIndexedAttribute_writesTheIndexOnlyAsAPlainOneWould(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      tested.call(put(invoice(1, "USA")));
      String[] updates = {"SET paid = :v", "SET tx_country = :v", "REMOVE tx_country"};
      double[] units = new double[3];
      for (int i = 0; i < 3; i++) {
        units[i] =
            tested
                .call(
                    UpdateItemRequest.builder()
                        .tableName(TABLE)
                        .key(key(1))
                        .updateExpression(updates[i])
                        .expressionAttributeValues(i == 2 ? null : Map.of(":v", s("FRA")))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build())
                .consumedCapacity()
                .globalSecondaryIndexes()
                .get(INDEX)
                .capacityUnits();
      }
      // projected attribute changes: 1; the sort key of the entry changes: 2; the entry goes: 1
      assertThat(units).containsExactly(1, 2, 1);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anyCall_namesTheNumber_isRefused(Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      Map<String, AttributeValue> item = invoice(1, "USA");
      item.put("prefix", n(1));
      refused(() -> tested.call(put(item)));
      UpdateItemRequest.Builder update = UpdateItemRequest.builder().tableName(TABLE).key(key(1));
      refused(() -> tested.call(update.updateExpression("REMOVE prefix").build()));
      refused(() -> tested.call(update.updateExpression("SET dup = prefix").build()));
      refused(
          () ->
              tested.call(
                  put(invoice(1, "USA")).toBuilder()
                      .conditionExpression("attribute_not_exists(prefix)")
                      .build()));
      QueryRequest query = query("tx_country = :c", Map.of(":c", s("USA"), ":n", n(1)));
      refused(() -> tested.call(query.toBuilder().filterExpression("prefix = :n").build()));
      refused(
          () ->
              tested.call(
                  query.toBuilder()
                      .keyConditionExpression("tx_country = :c AND prefix = :n")
                      .build()));
      refused(
          () ->
              tested.call(
                  ScanRequest.builder()
                      .tableName(TABLE)
                      .filterExpression("attribute_exists(prefix)")
                      .build()));
      assertThat(stored(plain)).isEmpty();
    }
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfAny(RefusedOperationException.class, DynamoDbException.class)
        .hasMessageContaining(" refused: ");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void reads_anyOfThem_neverShowTheNumber(Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      Map<String, AttributeValue> item = invoice(1, "USA");
      tested.call(put(item));
      assertThat(stored(plain).get(0)).containsKey("prefix");
      assertThat(ShardedKeys.of(SPEC).toLogical(stored(plain).get(0))).isEqualTo(item);
      assertThat(tested.call(GetItemRequest.builder().tableName(TABLE).key(key(1)).build()).item())
          .isEqualTo(item);
      assertThat(tested.call(Batches.get(Map.of(TABLE, Batches.keys(List.of(key(1)))))).responses())
          .isEqualTo(Map.of(TABLE, List.of(item)));
      TransactGetItem get =
          TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key(1))).build();
      assertThat(
              tested
                  .call(TransactGetItemsRequest.builder().transactItems(get).build())
                  .responses()
                  .get(0)
                  .item())
          .isEqualTo(item);
      QueryRequest ofTable =
          QueryRequest.builder()
              .tableName(TABLE)
              .keyConditionExpression("invoice = :i")
              .expressionAttributeValues(Map.of(":i", item.get("invoice")))
              .build();
      assertThat(tested.call(ofTable).items()).containsExactly(item);
    }
  }

  @Test
  void query_startKeyOfAnotherCountry_isInvalid(LocalDynamoDb local) {
    ShardingSpec spec =
        spec(ShardedIndexSpec.multiAttribute(INDEX, "tx_country", 3).sortKey("due"));
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, spec)) {
      Map<String, AttributeValue> start = new HashMap<>(invoice(1, "FRA"));
      start.put("due", s("2018"));
      QueryRequest query = query("tx_country = :c", Map.of(":c", s("USA")));
      for (Map<String, AttributeValue> wrong :
          List.of(
              start,
              Attributes.with(invoice(1, "USA"), "due", n(1)),
              invoice(1, "USA"),
              Attributes.with(
                  Attributes.with(invoice(1, "USA"), "due", s("x")),
                  "evenkeel.shard",
                  s("1.2.a")))) {
        assertThatThrownBy(() -> tested.call(query.toBuilder().exclusiveStartKey(wrong).build()))
            .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class);
      }
    }
  }

  @Test
  void query_consistentRead_isDynamoDbsToRefuse(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      QueryRequest query =
          query("tx_country = :c", Map.of(":c", s("USA"))).toBuilder().consistentRead(true).build();
      assertThatThrownBy(() -> tested.call(query)).isInstanceOf(DynamoDbException.class);
    }
  }

  /**
   * Any write drops the rows that were read ahead, because the index rows that it changes are not
   * known.
   */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void query_anyWriteBetweenPages_readsAfresh(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, true, SPEC)) {
      for (int i = 0; i < 30; i++) {
        tested.call(put(invoice(i, "USA")));
      }
      QueryRequest query =
          query("tx_country = :c", Map.of(":c", s("USA"))).toBuilder().limit(5).build();
      QueryResponse first = tested.call(query);
      Set<String> onFirst =
          first.items().stream().map(i -> i.get("invoice").s()).collect(Collectors.toSet());
      for (int i = 0; i < 30; i++) {
        if (!onFirst.contains("InvoiceNumber#" + i)) {
          tested.call(put(invoice(i, "FRA")));
        }
      }
      QueryRequest next = query.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build();
      assertThat(tested.call(next).items()).isEmpty();
    }
  }

  @Test
  void explain_queryOnTheIndex_showsItsShards(LocalDynamoDb local) {
    try (DynamoDbClient plain = local.clientBuilder().build();
        ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build()) {
      assertThat(client.explain(query("tx_country = :c", Map.of(":c", s("USA")))).toString())
          .contains("FAN_OUT", "invoices/byCountry: shards 0-3 of 4");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tableOperations_anyOfThem_showTheIndexAsCallersDeclareIt(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      TableDescription logical = describe(tested);
      assertThat(logical.globalSecondaryIndexes().get(0).keySchema())
          .containsExactly(key("tx_country", KeyType.HASH));
      assertThat(logical.attributeDefinitions())
          .containsExactlyInAnyOrder(text("invoice"), text("row"), text("tx_country"));
      TableDescription physical = plain.describeTable(t -> t.tableName(TABLE)).table();
      assertThat(physical.globalSecondaryIndexes().get(0).keySchema())
          .containsExactly(key("prefix", KeyType.HASH), key("tx_country", KeyType.RANGE));
      plain.deleteTable(t -> t.tableName(TABLE));
      tested.call(
          create("tx_country").toBuilder()
              .attributeDefinitions(text("invoice"), text("row"))
              .globalSecondaryIndexes((List<GlobalSecondaryIndex>) null)
              .build());
      refused(() -> tested.call(createIndex("row")));
      tested.call(createIndex("tx_country"));
      assertThat(plain.describeTable(t -> t.tableName(TABLE)).table().globalSecondaryIndexes())
          .satisfiesExactly(
              index ->
                  assertThat(index.keySchema())
                      .isEqualTo(physical.globalSecondaryIndexes().get(0).keySchema()));
    }
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      refused(() -> tested.call(create("currency")));
    }
  }

  private static UpdateTableRequest createIndex(String indexed) {
    return UpdateTableRequest.builder()
        .tableName(TABLE)
        .attributeDefinitions(text("invoice"), text("row"), text("tx_country"))
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder()
                .create(
                    index ->
                        index
                            .indexName(INDEX)
                            .keySchema(key(indexed, KeyType.HASH))
                            .projection(all -> all.projectionType(ProjectionType.ALL)))
                .build())
        .build();
  }

  private static TableDescription describe(ClientUnderTest tested) {
    DescribeTableRequest request = DescribeTableRequest.builder().tableName(TABLE).build();
    return ((DescribeTableResponse) tested.call(request)).table();
  }
}
