package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.IndexedOrders.PINNED;
import static dev.evenkeel.sharding.IndexedOrders.SHARDS;
import static dev.evenkeel.sharding.IndexedOrders.SPEC;
import static dev.evenkeel.sharding.IndexedOrders.items;
import static dev.evenkeel.sharding.IndexedOrders.key;
import static dev.evenkeel.sharding.IndexedOrders.query;
import static dev.evenkeel.sharding.IndexedOrders.table;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Queries on the indexes of a table of 40 items over 4 shards, with ten sort values {@code v}: what
 * they send, and what a table without shards answers.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class IndexQueryTest {
  private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private LocalDynamoDb local;
  private Equivalence both;
  private ClientUnderTest client;
  private ClientUnderTest async;

  @BeforeAll
  void create(LocalDynamoDb local) {
    this.local = local;
    client = ShardedClients.open(Kind.SYNC, local, sent::add, SPEC);
    async = ShardedClients.open(Kind.ASYNC, local, SPEC);
    both = Equivalence.of(client, Kind.SYNC.open(local.isolated(), Decoration.none()));
    both.prepare(table("orders"));
    for (Map<String, AttributeValue> item : items()) {
      both.same(PutItemRequest.builder().tableName("orders").item(item).build());
    }
  }

  @AfterAll
  void close() {
    both.close();
    async.close();
  }

  @BeforeEach
  void forget() {
    sent.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "pk = :pk,true",
    "pk = :pk,false",
    "pk = :pk AND u > :u,true",
    "pk = :pk AND u <= :u,false",
    "'pk = :pk AND begins_with(u, :u)',true"
  })
  void query_whereSortValuesAreUnique_answersAsATableWithoutShards(
      String condition, boolean forward) {
    QueryRequest query = query("byU", condition).scanIndexForward(forward).limit(7).build();
    assertThat(both.samePages(query)).as("pages").isPositive();
  }

  @Test
  void query_allTiesOfOneValue_comeOnceOverPagesOfOne() {
    QueryRequest.Builder query = query("byV", "pk = :pk AND v = :v").limit(1);
    List<String> seen = new ArrayList<>();
    Map<String, AttributeValue> startKey = null;
    do {
      QueryResponse page = client.call(query.exclusiveStartKey(startKey).build());
      seen.addAll(sortKeys(page.items()));
      startKey = page.lastEvaluatedKey().isEmpty() ? null : page.lastEvaluatedKey();
      assertThat(page.lastEvaluatedKey().keySet()).isIn(Set.of(), Set.of("pk", "sk", "v"));
    } while (startKey != null);
    assertThat(seen).containsExactlyInAnyOrder("s05", "s15", "s25", "s35");
  }

  @Test
  void query_projectionWithoutKeys_returnsWhatItNamesAndStillPages() {
    QueryResponse page =
        client.call(query("byV", "pk = :pk").projectionExpression("u").limit(3).build());
    assertThat(page.items()).hasSize(3).allMatch(item -> item.keySet().equals(Set.of("u")));
    assertThat(page.lastEvaluatedKey()).containsOnlyKeys("pk", "sk", "v");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALL_PROJECTED_ATTRIBUTES", "ALL_ATTRIBUTES"})
  void query_selectOnAKeysOnlyLocalIndex_showsWhatWasAskedFor(Select select) {
    QueryResponse page = client.call(query("byV", "pk = :pk").select(select).build());
    boolean whole = select == Select.ALL_ATTRIBUTES;
    assertThat(page.items())
        .hasSize(40)
        .allMatch(item -> item.get("pk").equals(s("hot")))
        .allMatch(item -> item.size() == (whole ? 5 : 3));
  }

  @Test
  void query_count_sumsAndPagesWithoutItems() {
    QueryRequest count = query("byV", "pk = :pk AND v >= :v").select(Select.COUNT).build();
    QueryResponse page = client.call(count.toBuilder().limit(13).build());
    assertThat(page.count()).isEqualTo(13);
    assertThat(page.hasItems()).isFalse();
    QueryResponse rest =
        client.call(count.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build());
    assertThat(rest.count()).isEqualTo(7);
    assertThat(rest.lastEvaluatedKey()).isEmpty();
  }

  @Test
  void query_plainKey_isOneRequest() {
    QueryRequest plain =
        query("byV", "pk = :pk")
            .expressionAttributeValues(Map.of(":pk", s("PLAIN")))
            .limit(2)
            .build();
    QueryResponse first = client.call(plain);
    assertThat(sortKeys(first.items())).containsExactly("s00", "s01");
    assertThat(first.lastEvaluatedKey()).isEqualTo(key("PLAIN", "s01", 1));
    QueryResponse rest =
        client.call(
            plain.toBuilder().limit(null).exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(sortKeys(rest.items())).containsExactly("s02", "s03", "s04");
    assertThat(sent).hasSize(2);
  }

  @Test
  void query_conditionThatGivesAllDeterminants_isOneRequest() {
    try (ClientUnderTest pinned = ShardedClients.open(Kind.SYNC, local, sent::add, PINNED)) {
      QueryRequest.Builder pin = query("byU", "pk = :pk AND u = :u");
      pinned.call(pin.build());
      assertThat(sent).hasSize(1);
      pinned.call(query("byU", "pk = :pk AND u >= :u").build());
      assertThat(sent).hasSize(1 + SHARDS);
      assertThatThrownBy(
              () ->
                  pinned.call(
                      pin.exclusiveStartKey(Map.of("pk", s("hot"), "sk", s("s00"), "u", s("u06")))
                          .build()))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("outside the key condition");
    }
    client.call(query("byU", "pk = :pk AND u = :u").build());
    assertThat(sent)
        .as("the sort key tells the shard, the index's does not")
        .hasSize(1 + 2 * SHARDS);
  }

  @Test
  void query_consumedCapacity_isTheSumOfTheShards() {
    QueryResponse page =
        client.call(
            query("byU", "pk = :pk")
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build());
    assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(0.5 * SHARDS);
    assertThat(page.consumedCapacity().globalSecondaryIndexes()).containsKey("byU");
  }

  @Test
  void query_indexWithAnotherPartitionKey_passesAndPagesLogically() {
    QueryRequest all = query("byState", "phase = :phase").build();
    Map<Map<String, AttributeValue>, Long> items =
        both.same(
            all,
            all,
            (each, query) ->
                each.call(query).items().stream()
                    .collect(groupingBy(Function.identity(), counting())));
    assertThat(items).isNotEmpty();
    assertThat(sent).containsExactly(all);
    QueryResponse whole = async.call(all);
    QueryResponse first = client.call(all.toBuilder().limit(5).build());
    assertThat(first.lastEvaluatedKey()).containsOnlyKeys("pk", "sk", "phase");
    assertThat(first.lastEvaluatedKey().get("pk").s()).isIn("hot", "PLAIN");
    QueryResponse rest =
        async.call(all.toBuilder().exclusiveStartKey(first.lastEvaluatedKey()).build());
    assertThat(rest.items()).isEqualTo(whole.items().subList(5, whole.items().size()));
    assertThat(sent).hasSize(2);
  }
}
