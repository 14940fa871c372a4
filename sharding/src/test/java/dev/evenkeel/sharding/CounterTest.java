package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.get;
import static dev.evenkeel.sharding.Counters.lone;
import static dev.evenkeel.sharding.Counters.sums;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Additions go to any row of a counter; deletes take all of them. */
class CounterTest extends CountersUnderTest {
  CounterTest(LocalDynamoDb shared) {
    super(shared);
  }

  @KindsInTurn
  void update_manyAddersAtOnce_areAllCounted(Kind kind) throws Exception {
    ExecutorService adders = Executors.newFixedThreadPool(8);
    try (ClientUnderTest client = open(kind, lone("votes", 10).build())) {
      List<Future<?>> adding = new ArrayList<>();
      for (int adder = 0; adder < 8; adder++) {
        adding.add(
            adders.submit(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    client.call(add("votes", KEY, "likes", "1"));
                  }
                }));
      }
      for (Future<?> one : adding) {
        one.get();
      }
      assertThat(client.call(get("votes", KEY)).item()).isEqualTo(sums(KEY, "likes", "400"));
    } finally {
      adders.shutdownNow();
    }
    assertThat(Counters.rows(plain, "votes"))
        .as("400 draws of ten shards miss one with probability 5E-18")
        .hasSize(10)
        .allMatch(row -> row.get("pk").s().matches("film\\.[0-9]"));
  }

  @KindsInTurn
  void update_any_isOneRequestOfOneUnit(Kind kind) {
    try (ClientUnderTest client = open(kind, rotating("cost", 50))) {
      UpdateItemRequest both =
          UpdateItemRequest.builder()
              .tableName("cost")
              .key(KEY)
              .updateExpression("ADD likes :one, #v :ten")
              .expressionAttributeNames(Map.of("#v", "hits"))
              .expressionAttributeValues(Map.of(":one", n(1), ":ten", n(10)))
              .returnValues("NONE")
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      assertThat(client.call(both).consumedCapacity().capacityUnits()).isEqualTo(1.0);
      assertThat(sent).hasSize(1);
      assertThat(client.call(get("cost", KEY)).item())
          .isEqualTo(Map.of("pk", s("film"), "likes", n(1), "hits", n(10)));
    }
  }

  @KindsInTurn
  void delete_counter_removesEveryRowOfItAndNoOther(Kind kind) {
    CounterSpec spec = Counters.sorted("gone", 6).selector(ShardSelector.rotating()).build();
    try (ClientUnderTest client = open(kind, spec)) {
      for (int i = 0; i < 12; i++) {
        client.call(add("gone", key("film", i < 6 ? "a" : "b"), "likes", "1"));
      }
      DeleteItemRequest delete =
          DeleteItemRequest.builder()
              .tableName("gone")
              .key(key("film", "a"))
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      DeleteItemResponse answer = client.call(delete);
      assertThat(answer.consumedCapacity().capacityUnits()).isEqualTo(6.0);
      assertThat(answer.hasAttributes()).isFalse();
      assertThat(client.call(get("gone", key("film", "a"))).hasItem()).isFalse();
      assertThat(client.call(get("gone", key("film", "b"))).item())
          .isEqualTo(sums(key("film", "b"), "likes", "6"));
      client.call(delete);
      assertThat(Counters.rows(plain, "gone")).hasSize(6);
    }
  }

  @KindsInTurn
  void table_numberKeyWithoutSortKey_isAStringThatNobodySees(Kind kind) {
    CounterSpec spec = lone("numbers", 3).partitionKey("pk", ScalarAttributeType.N).build();
    try (ClientUnderTest client =
        ShardedClients.open(kind, local, sent::add, ShardedClients.Tables.of().with(spec))) {
      CreateTableResponse created = (CreateTableResponse) client.call(Counters.create(spec));
      assertThat(created.tableDescription().attributeDefinitions())
          .isEqualTo(Counters.create(spec).attributeDefinitions());
      DescribeTableRequest describe = DescribeTableRequest.builder().tableName("numbers").build();
      assertThat(
              ((DescribeTableResponse) client.call(describe))
                  .table()
                  .attributeDefinitions()
                  .get(0)
                  .attributeType())
          .isEqualTo(ScalarAttributeType.N);
      assertThat(
              plain.describeTable(describe).table().attributeDefinitions().get(0).attributeType())
          .isEqualTo(ScalarAttributeType.S);
    }
  }

  @KindsInTurn
  void shardCount_raised_keepsWhatWasCounted(Kind kind) {
    try (ClientUnderTest few = open(kind, rotating("grows", 2));
        ClientUnderTest many =
            ShardedClients.open(
                kind, local, sent::add, ShardedClients.Tables.of().with(rotating("grows", 9)))) {
      for (int i = 0; i < 20; i++) {
        few.call(add("grows", KEY, "likes", "1"));
        many.call(add("grows", KEY, "likes", "1"));
      }
      assertThat(many.call(get("grows", KEY)).item()).isEqualTo(sums(KEY, "likes", "40"));
    }
  }

  @KindsInTurn
  void keys_ofCounters_translateBothWays(Kind kind) {
    CounterSpec spec = rotating("streamed", 5);
    ShardedKeys keys = ShardedKeys.of(spec);
    try (ClientUnderTest client = open(kind, spec)) {
      for (int i = 0; i < 5; i++) {
        client.call(add("streamed", KEY, "likes", "1"));
      }
    }
    List<Map<String, AttributeValue>> rows = Counters.rows(plain, "streamed");
    assertThat(rows).extracting(keys::toLogical).containsOnly(sums(KEY, "likes", "1"));
    assertThat(new HashSet<>(keys.toPhysical(KEY)))
        .isEqualTo(new HashSet<>(rows.stream().map(row -> lone(row.get("pk"))).toList()));
  }
}
