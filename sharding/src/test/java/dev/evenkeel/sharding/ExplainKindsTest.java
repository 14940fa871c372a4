package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Explanations of queries on indexes and of calls on counters. */
@ExtendWith(LocalDynamoDbExtension.class)
class ExplainKindsTest {
  private static final ShardingSpec ORDERS =
      ShardingSpec.builder("orders")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .localIndex("byTotal", "total", ScalarAttributeType.N)
          .globalIndex("byCustomer", "customer")
          .build();
  private static final CounterSpec VOTES = Counters.sorted("votes", 5).build();
  private static final CounterSpec HITS = Counters.lone("hits", 5).build();

  private final ShardingDynamoDbClient client;

  ExplainKindsTest(DynamoDbClient plain) {
    client =
        ShardingDynamoDbClient.builder(plain).table(ORDERS).counter(VOTES).counter(HITS).build();
  }

  private static QueryRequest.Builder query(String table) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s("hot")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"byTotal", "byCustomer"})
  void query_declaredIndex_isAFanOutOverTheShards(String index) {
    Explanation explanation = client.explain(query("orders").indexName(index).limit(20).build());
    assertThat(explanation.disposition()).isEqualTo(Disposition.FAN_OUT);
    assertThat(explanation.firstRound().places()).containsExactly("orders: shards 0-3 of 4");
    assertThat(explanation.firstRound().subRequests())
        .hasSize(4)
        .allSatisfy(
            sub -> assertThat(((QueryRequest) sub).indexName()).as("%s", sub).isEqualTo(index));
  }

  @Test
  void query_indexWithAnotherPartitionKey_isOneRequestWithoutAPlace() {
    Explanation explanation =
        client.explain(
            query("orders").indexName("byPhase").keyConditionExpression("phase = :pk").build());
    assertThat(explanation.disposition()).isEqualTo(Disposition.REWRITE);
    assertThat(explanation.firstRound().places()).isEmpty();
  }

  @Test
  void query_onCounters_asksEachShardForAsManyRowsAsCountersAreWanted() {
    Explanation explanation = client.explain(query("votes").limit(7).build());
    assertThat(explanation.firstRound().places()).containsExactly("votes: shards 0-4 of 5");
    assertThat(explanation.notes()).containsExactly("each is asked for 7 rows");
  }

  @Test
  void getQueryAndBatch_ofCountersWithoutASortKey_areBatchesOfRows() {
    Map<String, AttributeValue> key = Map.of("pk", s("hot"));
    BatchGetItemRequest batch =
        BatchGetItemRequest.builder()
            .requestItems(Map.of("hits", KeysAndAttributes.builder().keys(List.of(key)).build()))
            .build();
    GetItemRequest get = GetItemRequest.builder().tableName("hits").key(key).build();
    for (DynamoDbRequest request : List.of(get, batch, query("hits").build())) {
      Explanation explanation = client.explain(request);
      assertThat(explanation.firstRound().places())
          .as("%s", request)
          .containsExactly("hits: shards 0-4 of 5");
      assertThat(explanation.firstRound().subRequests())
          .singleElement()
          .isInstanceOf(BatchGetItemRequest.class);
      assertThat(explanation.unitsMin()).hasToString("2.5 read units");
    }
  }

  @Test
  void addAndDelete_ofACounter_areOneRowAndAllRows() {
    Map<String, AttributeValue> key = Map.of("pk", s("hot"));
    Explanation add = client.explain(Counters.add("hits", key, "likes", "1"));
    assertThat(add.disposition()).isEqualTo(Disposition.REWRITE);
    assertThat(add.notes())
        .containsExactly("the row that is added to is drawn for each call: this one is an example");
    Explanation delete =
        client.explain(DeleteItemRequest.builder().tableName("hits").key(key).build());
    assertThat(delete.firstRound().subRequests()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pk = = :pk", "pk = :undefined", ""})
  void query_thatIsSentForTheEngineToRefuse_isExplainedWithoutPlaces(String condition) {
    Explanation explanation =
        client.explain(query("votes").limit(0).keyConditionExpression(condition).build());
    assertThat(explanation.firstRound().places()).isEmpty();
    assertThat(explanation.firstRound().subRequests()).hasSize(1);
  }
}
