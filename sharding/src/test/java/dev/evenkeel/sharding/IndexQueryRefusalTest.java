package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static dev.evenkeel.sharding.IndexedOrders.SPEC;
import static dev.evenkeel.sharding.IndexedOrders.global;
import static dev.evenkeel.sharding.IndexedOrders.items;
import static dev.evenkeel.sharding.IndexedOrders.key;
import static dev.evenkeel.sharding.IndexedOrders.query;
import static dev.evenkeel.sharding.IndexedOrders.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Queries on indexes that cannot be merged, or that the engine refuses. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class IndexQueryRefusalTest {
  private static final ShardingSpec BY_STATE =
      SPEC.toBuilder().selector(ShardSelector.hashOf("phase")).build();

  private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  private LocalDynamoDb local;
  private ClientUnderTest client;
  private ClientUnderTest async;

  @BeforeAll
  void create(LocalDynamoDb local) {
    this.local = local;
    client = ShardedClients.open(Kind.SYNC, local, sent::add, SPEC);
    async = ShardedClients.open(Kind.ASYNC, local, SPEC);
    client.call(table("orders"));
    items()
        .forEach(
            item -> client.call(PutItemRequest.builder().tableName("orders").item(item).build()));
  }

  @AfterAll
  void close() {
    client.close();
    async.close();
  }

  @BeforeEach
  void forget() {
    sent.clear();
  }

  @ParameterizedTest
  @CsvSource({"sk.x", "v[0]", "u.x", "pk.x", "'v.x, sk'"})
  void query_pathIntoAKeyAttribute_isTheEnginesToRefuse(String projection) {
    assertThatThrownBy(
            () -> client.call(query("byV", "pk = :pk").projectionExpression(projection).build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Key attributes must be scalars");
  }

  @Test
  void query_selectThatTheSdkDoesNotKnow_isSentAsWritten() {
    QueryRequest query =
        query("byU", "pk = :plain")
            .expressionAttributeValues(Map.of(":plain", s("PLAIN")))
            .select("LATER")
            .build();
    assertThatThrownBy(() -> client.call(query)).isInstanceOf(DynamoDbException.class);
    assertThat(sent)
        .singleElement()
        .extracting(request -> ((QueryRequest) request).selectAsString())
        .isEqualTo("LATER");
  }

  @Test
  void query_consistentReadOfAGlobalIndex_failsAsDynamoDbSaysAfterOneRequest() {
    assertThatThrownBy(() -> client.call(query("byU", "pk = :pk").consistentRead(true).build()))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Consistent reads are not supported on global secondary indexes");
    assertThat(sent).hasSize(1);
    assertThat(client.call(query("byV", "pk = :pk").consistentRead(true).build()).count())
        .isEqualTo(40);
  }

  @ParameterizedTest
  @CsvSource({
    "byState, pk = :pk, declare the index with localIndex or globalIndex",
    "byStateAndKey, phase = :phase AND pk = :pk, declare the index with localIndex or globalIndex",
    "'byStateAndKey', 'phase = :phase AND begins_with(pk, :pk)', 'compares ''pk'', the sort key of index ''byStateAndKey'', whose stored values are physical ones'",
    "byV, v = :v, does not say what 'pk' equals",
    "byV, pk = :pk AND u = :u, names attributes other than 'pk' and 'v'",
    "unsorted, pk = :pk AND u = :u, names attributes other than 'pk'",
    "byU, pk = :pk AND u > :pk2, 'uses :pk2, which is not defined'",
    "'byV', 'pk = :pk AND begins_with(v, :v)', 'is asked of sort key attribute ''v'', which is a number'",
    "byV, pk = :pk AND v = :u, 'sort key attribute ''v'' is compared with a value of type S, but the spec says N'"
  })
  void query_thatCannotBeMerged_isRefusedUnsent(String index, String condition, String reason) {
    QueryRequest request = query(index, condition).build();
    assertThatThrownBy(() -> client.call(request))
        .isInstanceOf(SdkException.class)
        .hasMessageContaining(reason.replace("''", "'"));
    assertThatThrownBy(() -> async.call(request)).isInstanceOf(SdkException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void query_filterThatMeasuresTheStoredKeyOfAnotherIndex_isRefusedUnsent() {
    QueryRequest.Builder query =
        query("byState", "phase = :phase")
            .filterExpression("size(pk) = :p")
            .expressionAttributeValues(Map.of(":phase", s("open"), ":p", s("hot")));
    assertThatThrownBy(() -> client.call(query.build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'pk'");
    assertThat(sent).isEmpty();
  }

  @Test
  void query_startKeyThatIsNoneOfThisQuery_isRefusedUnsent() {
    Map<String, AttributeValue> key = key("hot", "s07", 7);
    assertInvalid(key("cold", "s07", 7), "another value of 'pk'");
    assertInvalid(key("hot", "s04", 4), "outside the key condition");
    assertInvalid(Map.of("pk", s("hot"), "sk", s("s07")), "lacks 'v'");
    assertInvalid(Map.of("pk", s("hot"), "v", n(7)), "lacks 'sk'");
    assertInvalid(with(key, "v", s("7")), "'v' is of type S, not N");
    assertInvalid(with(key, "v", n("seven")), "'v' is not a number");
    assertInvalid(with(key, "sk", n(7)), "'sk' is of type N, not S");
    assertInvalid(with(key, "sk", s("")), "'sk' is empty");
    assertInvalid(with(key, "sk", s("s".repeat(1025))), "longer than a sort key");
    assertInvalid(with(key, "sk", s("s\ud83d")), "text cut within a character");
    assertInvalid(with(key, "u", s("u09")), "[u], which is no part of the key");
    assertInvalid(with(key, "evenkeel.shard", s("1.0.edited")), "not made for this key");
    assertThat(sent).isEmpty();
  }

  private void assertInvalid(Map<String, AttributeValue> startKey, String why) {
    QueryRequest request = query("byV", "pk = :pk AND v >= :v").exclusiveStartKey(startKey).build();
    assertThatThrownBy(() -> client.call(request))
        .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> async.call(request))
        .isInstanceOfAny(InvalidStartKeyException.class, DynamoDbException.class)
        .hasMessageContaining(why);
  }

  @Test
  void query_startKeyThatDoesNotTellTheShard_isRefusedAndTheReturnedOneTaken() {
    try (ClientUnderTest byState = ShardedClients.open(Kind.SYNC, local, sent::add, BY_STATE)) {
      QueryRequest query = query("byV", "pk = :pk").limit(1).build();
      QueryResponse first = byState.call(query);
      Map<String, AttributeValue> startKey = first.lastEvaluatedKey();
      assertThat(startKey).containsOnlyKeys("pk", "sk", "v", "evenkeel.shard");
      sent.clear();
      Map<String, AttributeValue> bare = new HashMap<>(startKey);
      bare.remove("evenkeel.shard");
      assertRefused(byState, query, bare, "does not tell the shard, which an index needs");
      Map<String, AttributeValue> moved = with(startKey, "v", n(3));
      assertRefused(byState, query, moved, "not made for this key by this spec");
      assertThat(sent).isEmpty();
      assertThat(byState.call(query.toBuilder().exclusiveStartKey(startKey).build()).count())
          .isEqualTo(1);
    }
  }

  private static void assertRefused(
      ClientUnderTest client,
      QueryRequest query,
      Map<String, AttributeValue> startKey,
      String why) {
    assertThatThrownBy(() -> client.call(query.toBuilder().exclusiveStartKey(startKey).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining(why);
  }

  @Test
  void createTable_declaredIndexWithAnotherKey_isRefused() {
    CreateTableRequest table = table("orders");
    assertThatThrownBy(
            () ->
                client.call(
                    table.toBuilder()
                        .globalSecondaryIndexes(global("byU", key("pk", "phase")))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(
            "index 'byU' is not the global index that the spec declares, with partition key 'pk'"
                + " and sort key 'u' of type S");
    assertThatThrownBy(
            () ->
                client.call(
                    table.toBuilder()
                        .localSecondaryIndexes(List.of())
                        .globalSecondaryIndexes(global("byV", key("pk", "v")))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("index 'byV' is not the local index");
    assertThat(sent).isEmpty();
  }
}
