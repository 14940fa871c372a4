package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.get;
import static dev.evenkeel.sharding.Counters.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Keys, start keys and requests that no counter can have. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class CounterBadInputTest {
  private static final Map<String, AttributeValue> KEY = key("film", "a");
  private static final CounterSpec SPEC = Counters.sorted("votes", 4).build();
  private static final CounterSpec LONE = Counters.lone("lone", 3).build();

  private ClientUnderTest tested;

  @BeforeAll
  void open(LocalDynamoDb shared) {
    tested =
        ShardedClients.open(
            Kind.SYNC, shared.isolated(), any -> {}, ShardedClients.Tables.of().with(SPEC, LONE));
    tested.call(Counters.create(SPEC));
    tested.call(Counters.create(LONE));
    tested.call(add("votes", KEY, "likes", "3"));
  }

  @AfterAll
  void close() {
    tested.close();
  }

  @Test
  void importTable_ofCounters_isRefused(DynamoDbClient plain) {
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).counter(SPEC).build();
    assertThatThrownBy(
            () -> client.importTable(i -> i.tableCreationParameters(t -> t.tableName("votes"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("imported items would be stored as they are");
  }

  @Test
  void update_selectorThatDrawsNoShard_isRefused(DynamoDbClient plain) {
    ShardSelector wrong =
        new ShardSelector() {
          @Override
          public List<String> determinants() {
            return List.of();
          }

          @Override
          public int select(Map<String, AttributeValue> determinants, int shardCount) {
            return shardCount;
          }

          @Override
          public String id() {
            return "wrong";
          }
        };
    CounterSpec spec = Counters.sorted("votes", 4).selector(wrong).build();
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).counter(spec).build();
    assertThatThrownBy(() -> client.updateItem(add("votes", KEY, "likes", "1")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("selector 'wrong' chose shard 4 of 4");
  }

  @Test
  void batch_oneCounterTwice_isRefused() {
    Map<String, AttributeValue> again = new HashMap<>(KEY);
    assertThatThrownBy(
            () -> tested.call(Batches.get(Map.of("votes", Batches.keys(List.of(KEY, again))))))
        .isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(
            () ->
                tested.call(
                    Batches.write(
                        Map.of("votes", List.of(Batches.delete(KEY), Batches.delete(again))))))
        .isInstanceOf(DynamoDbException.class);
  }

  static Stream<Map<String, AttributeValue>> foreignStartKeys() {
    return Stream.of(
        Map.of("pk", s("film")),
        key("other", "a"),
        key(s("film"), n(1)),
        Map.of("pk", s("film"), "sk", s("a"), "likes", n(1)),
        Map.of("pk", s("film"), "sk", s("")),
        key("film", "b"));
  }

  @ParameterizedTest
  @MethodSource("foreignStartKeys")
  void query_foreignStartKey_isRefused(Map<String, AttributeValue> startKey) {
    QueryRequest query =
        query(
            q ->
                q.keyConditionExpression("pk = :p AND sk < :b")
                    .expressionAttributeValues(Map.of(":p", s("film"), ":b", s("b")))
                    .exclusiveStartKey(startKey));
    assertThatThrownBy(() -> tested.call(query)).isInstanceOf(DynamoDbException.class);
  }

  @Test
  void requests_thatNoEngineTakes_failAsTheyDoPlainly() {
    List<DynamoDbRequest> requests =
        List.of(
            query(q -> q.limit(0)),
            query(q -> q.select("COUNT").projectionExpression("likes")),
            query(q -> q.tableName("lone").limit(-1)),
            query(q -> q.tableName("lone").expressionAttributeNames(Map.of("#unused", "likes"))),
            query(q -> q.tableName("lone").select("SPECIFIC_ATTRIBUTES")),
            query(q -> q.tableName("lone").select("ALL_ATTRIBUTES").projectionExpression("likes")),
            query(q -> q.tableName("lone").select("ALL_PROJECTED_ATTRIBUTES")),
            query(q -> q.tableName("lone").select("NO_SUCH_SELECT")),
            query(q -> q.tableName("lone").select("NO_SUCH_SELECT").projectionExpression("likes")),
            query(q -> q.limit(0).keyConditionExpression(null)),
            query(q -> q.limit(0).keyConditionExpression("pk = = :p")),
            query(q -> q.limit(0).expressionAttributeValues(null)),
            get("votes", Map.of("pk", s("film"))),
            get("votes", Map.of("pk", s("film"), "sk", s("a"), "x", s("a"))),
            add("votes", Map.of("pk", s("film")), "likes", "1"),
            add("votes", KEY, "likes", "many"),
            DeleteItemRequest.builder().tableName("votes").key(Map.of("pk", s("film"))).build(),
            Batches.get(Map.of("votes", Batches.keys(List.of(Map.of("pk", s("film")))))));
    for (DynamoDbRequest request : requests) {
      assertThatThrownBy(() -> tested.call(request))
          .as("%s", request)
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void build_tableWithTwoSpecs_isRefused(boolean byArn, DynamoDbClient plain) {
    String name = byArn ? "arn:aws:dynamodb:us-east-1:000000000000:table/votes" : "votes";
    ShardingSpec other =
        ShardingSpec.builder("votes").partitionKey("pk").sortKey("sk").shards(1).build();
    ShardingDynamoDbClient.Builder builder =
        ShardingDynamoDbClient.builder(plain)
            .table(other)
            .counter(Counters.sorted(name, 4).build());
    assertThatThrownBy(builder::build).hasMessageContaining("two specs");
  }
}
