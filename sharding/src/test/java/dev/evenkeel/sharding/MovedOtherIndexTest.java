package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Queries of global indexes whose partition key is not the table's, page by page, from before a
 * move to its end.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedOtherIndexTest {
  private static final String TABLE = "visits";
  private static final String INDEX = "byValue";
  private static final int ITEMS = 24;
  private static final int PAGE = 4;

  private final LiveTable table;
  private final List<Map<String, AttributeValue>> found = new ArrayList<>();

  MovedOtherIndexTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** Every other one is of the key that moves. */
  private static Map<String, AttributeValue> item(int i) {
    Map<String, AttributeValue> item =
        new HashMap<>(LiveTable.key(i % 2 == 0 ? "hot" : "cold", LiveTable.time(i)));
    item.put("v", AttributeValue.fromS("open"));
    item.put("state", AttributeValue.fromS("open" + (100 + i)));
    item.put("number", AttributeValue.fromN(Integer.toString(i)));
    return item;
  }

  private static List<Map<String, AttributeValue>> items(int count) {
    return IntStream.range(0, count).mapToObj(MovedOtherIndexTest::item).toList();
  }

  private static void put(DynamoDbClient client, int i) {
    client.putItem(put -> put.tableName(TABLE).item(item(i)));
  }

  private static ShardingSpec.Builder spec(LayoutStore store) {
    return ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk").shards(1).layoutFrom(store);
  }

  /** By an attribute of its own, then by the table's sort key. */
  private static QueryRequest byValue() {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName(INDEX)
        .keyConditionExpression("v = :v")
        .expressionAttributeValues(Map.of(":v", AttributeValue.fromS("open")))
        .limit(PAGE)
        .build();
  }

  private static TableFixture fixture(String name) {
    return TableFixture.named(name)
        .partitionKey("pk", ScalarAttributeType.S)
        .sortKey("sk", ScalarAttributeType.S);
  }

  /** Reads a page, which goes on where those before it have ended, and returns its start key. */
  private Map<String, AttributeValue> next(
      DynamoDbClient client, QueryRequest query, @Nullable Map<String, AttributeValue> start) {
    QueryResponse page = client.query(query.toBuilder().exclusiveStartKey(start).build());
    found.addAll(page.items());
    assertThat(found).isEqualTo(items(found.size()));
    return page.lastEvaluatedKey();
  }

  private static void assertRefused(
      DynamoDbClient client, QueryRequest query, Map<String, AttributeValue> start) {
    assertThatThrownBy(() -> client.query(query.toBuilder().exclusiveStartKey(start).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContainingAll("were moved", "Begin again");
  }

  /** Reads all pages while the items move, and sees which start keys are good when. */
  private void assertPagesAcrossMove(
      DynamoDbClient client, QueryRequest query, Resharder resharder, Runnable start) {
    IntStream.range(0, ITEMS).forEach(i -> put(client, i));
    Map<String, AttributeValue> before = next(client, query, null);
    start.run();
    Map<String, AttributeValue> begun = next(client, query, before);
    put(client, 0); // moves one that was read, and two that were not
    put(client, 8);
    put(client, 14);
    Map<String, AttributeValue> mixed = next(client, query, begun);
    assertThat(resharder.run()).isPositive();
    Map<String, AttributeValue> moved = next(client, query, mixed);
    assertThat(resharder.verify().isProved()).isTrue();
    assertThat(client.query(query.toBuilder().exclusiveStartKey(before).build()).items())
        .as("good as long as items move")
        .isEqualTo(items(2 * PAGE).subList(PAGE, 2 * PAGE));
    Map<String, AttributeValue> rest = moved;
    while (!rest.isEmpty()) {
      rest = next(client, query, rest);
    }
    assertThat(found).hasSize(ITEMS);

    resharder.finish();
    table.waitForLease();
    List.of(before, begun, mixed, moved).forEach(key -> assertRefused(client, query, key));
    found.clear();
    Map<String, AttributeValue> after = next(client, query, null);
    client
        .queryPaginator(query.toBuilder().exclusiveStartKey(after).build())
        .items()
        .forEach(found::add);
    assertThat(found).as("begun anew").isEqualTo(items(ITEMS));
    assertRefused(client, query, madeByHand(after));
  }

  private static Map<String, AttributeValue> madeByHand(Map<String, AttributeValue> start) {
    Map<String, AttributeValue> key = new HashMap<>(start);
    key.keySet().removeIf(attribute -> attribute.startsWith("evenkeel."));
    assertThat(key).hasSizeLessThan(start.size());
    return key;
  }

  private ShardingDynamoDbClient client(ShardingSpec spec) {
    return ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create())).table(spec).build();
  }

  private Resharder resharder(ShardingSpec spec) {
    return Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  private void create(String name) {
    table.plain.createTable(
        fixture(name)
            .globalIndex(
                INDEX,
                KeyPart.of("v", ScalarAttributeType.S),
                KeyPart.of("sk", ScalarAttributeType.S))
            .request());
  }

  private ShardingDynamoDbClient withIndex() {
    create(TABLE);
    return client(spec(table.store()).build());
  }

  @Test
  void pagesOfAnotherKey_acrossTheMoveOfAKey_holdEachItemOnce() {
    Resharder resharder = resharder(spec(table.store()).build());
    assertPagesAcrossMove(
        withIndex(), byValue(), resharder, () -> resharder.start(LiveTable.HOT, 4));
  }

  @Tag("deep")
  @Test
  void pagesOfAnotherKey_acrossTheMoveOfAllKeys_holdEachItemOnce() {
    Resharder resharder = resharder(spec(table.store()).build());
    assertPagesAcrossMove(withIndex(), byValue(), resharder, () -> resharder.start(3));
  }

  @Test
  void pagesOfAShardedIndex_acrossTheMoveOfAKey_holdEachItemOnce() {
    ShardedIndexSpec byState = ShardedIndexSpec.numberFirst("byState", "state", 3);
    ShardingSpec spec = spec(table.store()).shardedIndex(byState).build();
    ShardingDynamoDbClient client = client(spec);
    client.createTable(
        fixture(TABLE)
            .globalIndex("byState", KeyPart.of("state", ScalarAttributeType.S))
            .request());
    QueryRequest query =
        byValue().toBuilder()
            .indexName("byState")
            .keyConditionExpression("begins_with(#state, :v)")
            .expressionAttributeNames(Map.of("#state", "state"))
            .build();
    Resharder resharder = resharder(spec(table.store()).shardedIndex(byState).build());
    assertPagesAcrossMove(client, query, resharder, () -> resharder.start(LiveTable.HOT, 4));
  }

  @Test
  void pagesOfAnotherKey_whileItemsMoveToAnotherTable_areRefused() {
    create("visits-2");
    Resharder resharder = resharder(spec(table.store()).build());
    ShardingDynamoDbClient client = withIndex();
    IntStream.range(0, ITEMS).forEach(i -> put(client, i));
    Map<String, AttributeValue> before = next(client, byValue(), null);
    resharder.startInto("visits-2", 4, MovePace.gentle());

    List.of(Map.<String, AttributeValue>of(), before)
        .forEach(
            start ->
                assertThatThrownBy(
                        () -> client.query(byValue().toBuilder().exclusiveStartKey(start).build()))
                    .isInstanceOf(RefusedOperationException.class)
                    .hasMessageContainingAll(INDEX, "another table", "Query the table itself"));
    resharder.run();
    assertThat(resharder.verify().isUnchanged()).isTrue();
    assertThatThrownBy(() -> client.query(byValue())).isInstanceOf(RefusedOperationException.class);
    resharder.finish();
    table.waitForLease();
    assertThat(client.queryPaginator(byValue()).items()).containsExactlyElementsOf(items(ITEMS));
    assertRefused(client, byValue(), before);
  }
}
