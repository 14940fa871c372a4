package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Queries of a local index full of ties, while the items of its key are moved. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedIndexQueryTest {
  private static final int ITEMS = 60;

  private final LiveTable table;
  private final Resharder resharder;
  private final ShardingDynamoDbClient client;
  private final Random random = new Random(20261125);

  MovedIndexQueryTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.resharder =
        Resharder.of(LiveTable.spec(table.store(table.plain)), table.sending(LayoutGuard.create()));
    this.client = table.client();
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** Three groups of ties, whose sort values do not follow the table's. */
  private static String value(int i) {
    return "v" + i % 3;
  }

  private static Map<String, AttributeValue> item(int i) {
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", LiveTable.time(i)));
    item.put("v", AttributeValue.fromS(value(i)));
    item.put("odd", AttributeValue.fromBool(i % 2 == 1));
    return item;
  }

  private void fill() {
    IntStream.range(0, ITEMS)
        .forEach(i -> client.putItem(put -> put.tableName(LiveTable.TABLE).item(item(i))));
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName(LiveTable.TABLE)
        .indexName("byValue")
        .consistentRead(true)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", LiveTable.HOT));
  }

  /** Moves an item as a write of it does, and changes nothing else of it. */
  private void touch(int i) {
    client.putItem(put -> put.tableName(LiveTable.TABLE).item(item(i)));
  }

  private static String place(Map<String, AttributeValue> item) {
    return item.get("v").s() + item.get("sk").s();
  }

  private static List<String> expected(boolean forward) {
    return IntStream.range(0, ITEMS)
        .mapToObj(i -> place(item(i)))
        .sorted(forward ? Comparator.naturalOrder() : Comparator.reverseOrder())
        .toList();
  }

  @Tag("deep")
  @Test
  void pages_whileItemsMoveBetweenThem_holdEachItemOnceInOrder() {
    fill();
    resharder.start(LiveTable.HOT, 4);
    for (int limit : List.of(1, 2, 7, 19, 20, 21, 60)) {
      for (boolean forward : List.of(true, false)) {
        List<String> found = new ArrayList<>();
        Map<String, AttributeValue> start = null;
        do {
          QueryRequest page =
              query().limit(limit).scanIndexForward(forward).exclusiveStartKey(start).build();
          QueryResponse answer = client.query(page);
          assertThat(answer.count()).isLessThanOrEqualTo(limit);
          answer.items().forEach(item -> found.add(place(item)));
          start = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
          touch(random.nextInt(ITEMS));
        } while (start != null);
        assertThat(found).as("limit %d", limit).isEqualTo(expected(forward));
      }
    }
    assertThat(resharder.left()).as("some are moved, some are not").isBetween(0L, ITEMS - 1L);
  }

  @Test
  void countsAndFilters_whileItemsMove_areThoseOfAllItems() {
    fill();
    resharder.start(LiveTable.HOT, 4);
    IntStream.range(0, ITEMS / 2).forEach(i -> touch(random.nextInt(ITEMS)));

    int count = 0;
    for (QueryResponse page :
        client.queryPaginator(query().select(Select.COUNT).limit(7).build())) {
      assertThat(page.hasItems()).isFalse();
      count += page.count();
    }
    assertThat(count).isEqualTo(ITEMS);
    QueryRequest filtered =
        query()
            .keyConditionExpression("pk = :pk AND begins_with(v, :v)")
            .filterExpression("odd = :odd")
            .projectionExpression("odd")
            .expressionAttributeValues(
                Map.of(
                    ":pk", LiveTable.HOT,
                    ":v", AttributeValue.fromS("v1"),
                    ":odd", AttributeValue.fromBool(true)))
            .scanIndexForward(false)
            .limit(3)
            .build();
    assertThat(client.queryPaginator(filtered).items())
        .hasSize(ITEMS / 6)
        .allMatch(item -> item.keySet().equals(Set.of("odd")));
  }

  @Tag("deep")
  @Test
  void startKeyFromBeforeAMove_isRefused_oneFromWhileItGoesOnIsGoodAfterIt() {
    fill();
    QueryRequest first = query().limit(10).build();
    Map<String, AttributeValue> before = client.query(first).lastEvaluatedKey();
    resharder.start(LiveTable.HOT, 4);
    assertThatThrownBy(() -> client.query(query().exclusiveStartKey(before).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContainingAll("were moved", "Begin again");

    QueryResponse page = client.query(first);
    List<String> found = new ArrayList<>(page.items().stream().map(item -> place(item)).toList());
    resharder.run();
    resharder.verify();
    resharder.finish();
    table.waitForLease();
    client
        .queryPaginator(query().limit(7).exclusiveStartKey(page.lastEvaluatedKey()).build())
        .items()
        .forEach(item -> found.add(place(item)));
    assertThat(found).isEqualTo(expected(true));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(strings = {"byValue", "unsorted", "likeTable"})
  void globalIndexes_whileItemsMove_holdEachItemOnce(String index) {
    ShardingSpec spec =
        ShardingSpec.builder("global")
            .partitionKey("pk")
            .sortKey("sk")
            .globalIndex("byValue", "v")
            .globalIndex("unsorted")
            .globalIndex("likeTable", "sk")
            .shards(2)
            .layoutFrom(table.store())
            .build();
    PhysicalTables.create(table.plain, spec);
    DynamoDbClient sending = table.sending(LayoutGuard.create());
    DynamoDbClient global = ShardingDynamoDbClient.builder(sending).table(spec).build();
    IntStream.range(0, ITEMS)
        .forEach(i -> global.putItem(put -> put.tableName("global").item(item(i))));
    Resharder.of(spec, sending).start(5);
    IntStream.range(0, ITEMS / 2)
        .forEach(i -> global.putItem(put -> put.tableName("global").item(item(2 * i))));

    QueryRequest query =
        query().tableName("global").indexName(index).consistentRead(false).limit(7).build();
    assertThat(global.queryPaginator(query).items())
        .extracting(item -> item.get("sk").s())
        .doesNotHaveDuplicates()
        .hasSize(ITEMS);
  }

  @Tag("deep")
  @Test
  void groupOfTiesTooLargeToOrder_isRefused_andReadWithAProjection() {
    AttributeValue large = AttributeValue.fromB(SdkBytes.fromByteArray(new byte[190_000]));
    for (int i = 0; i < 90; i++) {
      Map<String, AttributeValue> item = item(0);
      item.put("sk", AttributeValue.fromS(LiveTable.time(i)));
      item.put("large", large);
      client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
    }
    resharder.start(LiveTable.HOT, 2);

    assertThatThrownBy(() -> client.query(query().limit(1).build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContainingAll("16 MB", "Project fewer attributes");
    assertThat(client.queryPaginator(query().projectionExpression("sk").limit(50).build()).items())
        .hasSize(90);
  }
}
