package dev.evenkeel.core.item;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

/**
 * Units compared with the {@code ConsumedCapacity} of DynamoDB Local, where that follows AWS's
 * rules. It does not for the missing keys of a BatchGetItem and for an empty page, both left out.
 */
class ReadCapacityOnLocalTest {
  private static LocalTable table;

  @BeforeAll
  static void start() {
    table = new LocalTable(IndexedItems.definition());
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Tag("deep")
  @Test
  void reads_randomItems_costWhatLocalReports() {
    long seed = 34;
    RandomItems random = new RandomItems(seed);
    for (int i = 0; i < 60; i++) {
      Map<String, AttributeValue> key = IndexedItems.key("gets", i);
      Map<String, AttributeValue> item =
          random.below(4) == 0 ? Map.of() : IndexedItems.item(key, random);
      if (!item.isEmpty()) {
        table.put(item);
      }
      long bytes = ItemSize.bytes(item);
      assertThat(getUnits(key, false))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(ReadCapacity.EVENTUAL.get(bytes).asDouble());
      assertThat(getUnits(key, true))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(ReadCapacity.STRONG.get(bytes).asDouble());
    }
  }

  private static double getUnits(Map<String, AttributeValue> key, boolean consistent) {
    return table
        .client()
        .getItem(
            get ->
                get.tableName(LocalTable.NAME)
                    .key(key)
                    .consistentRead(consistent)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {35, 36, 37, 38})
  void queries_randomPartition_costTheSumWhateverTheyReturn(long seed) {
    List<Map<String, AttributeValue>> items = store("query" + seed, new RandomItems(seed));
    long bytes = items.stream().mapToLong(ItemSize::bytes).sum();
    QueryRequest eventual = query("query" + seed);
    QueryRequest strong = eventual.toBuilder().consistentRead(true).build();
    double strongUnits = ReadCapacity.STRONG.page(bytes).asDouble();
    assertThat(units(eventual)).isEqualTo(ReadCapacity.EVENTUAL.page(bytes).asDouble());
    assertThat(units(strong)).isEqualTo(strongUnits);
    assertThat(units(narrowed(strong))).isEqualTo(strongUnits);
    assertThat(units(strong.toBuilder().select(Select.COUNT).build())).isEqualTo(strongUnits);
  }

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43, 44})
  void batchAndTransactGet_randomItems_costEachItemRoundedUp(long seed) {
    List<Map<String, AttributeValue>> items = store("batch" + seed, new RandomItems(seed));
    long[] bytes = items.stream().mapToLong(ItemSize::bytes).toArray();
    assertThat(batchGetUnits(items)).isEqualTo(ReadCapacity.STRONG.batchGet(bytes).asDouble());
    assertThat(transactGetUnits(items))
        .isEqualTo(ReadCapacity.TRANSACTIONAL.batchGet(bytes).asDouble());
  }

  @Tag("deep")
  @Test
  void indexQueries_randomItems_costTheEntriesNotTheItems() {
    try (LocalTable fresh = new LocalTable(IndexedItems.definition())) {
      RandomItems random = new RandomItems(45);
      long bytes = 0;
      for (int r = 0; r < 40; r++) {
        Map<String, AttributeValue> item =
            new HashMap<>(IndexedItems.item(IndexedItems.key("index", r), random));
        item.put("h", AttributeValue.fromN("7"));
        fresh.put(item);
        bytes += requireNonNull(IndexedItems.INDEXES.get("include")).entryBytes(item);
      }
      QueryRequest query =
          query("unused").toBuilder()
              .indexName("include")
              .keyConditionExpression("h = :h")
              .expressionAttributeValues(Map.of(":h", AttributeValue.fromN("7")))
              .build();
      assertThat(fresh.client().query(query).consumedCapacity().capacityUnits())
          .isEqualTo(ReadCapacity.EVENTUAL.page(bytes).asDouble());
    }
  }

  /** One to twelve random items in a partition of their own. */
  private static List<Map<String, AttributeValue>> store(String k, RandomItems random) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    int count = 1 + random.below(12);
    for (int r = 0; r < count; r++) {
      items.add(IndexedItems.item(IndexedItems.key(k, r), random));
    }
    items.forEach(table::put);
    return items;
  }

  private static QueryRequest query(String k) {
    return QueryRequest.builder()
        .tableName(LocalTable.NAME)
        .keyConditionExpression("k = :k")
        .expressionAttributeValues(Map.of(":k", AttributeValue.fromS(k)))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  /** Returns nothing of anything it evaluates: a projection and a filter that is false. */
  private static QueryRequest narrowed(QueryRequest query) {
    return query.toBuilder().projectionExpression("r").filterExpression("p = :k").build();
  }

  private static double units(QueryRequest query) {
    return table.client().query(query).consumedCapacity().capacityUnits();
  }

  private static double batchGetUnits(List<Map<String, AttributeValue>> items) {
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .consistentRead(true)
            .keys(items.stream().map(IndexedItems.TABLE_KEY::keyOf).toList())
            .build();
    return table
        .client()
        .batchGetItem(
            batch ->
                batch
                    .requestItems(Map.of(LocalTable.NAME, keys))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .get(0)
        .capacityUnits();
  }

  private static double transactGetUnits(List<Map<String, AttributeValue>> items) {
    List<TransactGetItem> gets =
        items.stream()
            .map(
                item ->
                    TransactGetItem.builder()
                        .get(
                            get ->
                                get.tableName(LocalTable.NAME)
                                    .key(IndexedItems.TABLE_KEY.keyOf(item)))
                        .build())
            .toList();
    return table
        .client()
        .transactGetItems(
            transact ->
                transact.transactItems(gets).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .get(0)
        .capacityUnits();
  }

  @Tag("deep")
  @Test
  void scan_wholeTable_costsTheItemsEvaluatedBeforeTheFilter() {
    try (LocalTable fresh = new LocalTable(ScalarAttributeType.N)) {
      RandomItems random = new RandomItems(39);
      long bytes = 0;
      for (int r = 0; r < 40; r++) {
        Map<String, AttributeValue> item = IndexedItems.item(IndexedItems.key("scan", r), random);
        fresh.put(item);
        bytes += ItemSize.bytes(item);
      }
      double units =
          fresh
              .client()
              .scan(
                  scan ->
                      scan.tableName(LocalTable.NAME)
                          .consistentRead(true)
                          .filterExpression("attribute_exists(nothing)")
                          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
              .consumedCapacity()
              .capacityUnits();
      assertThat(units).isEqualTo(ReadCapacity.STRONG.page(bytes).asDouble());
    }
  }
}
