package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.b;
import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.get;
import static dev.evenkeel.sharding.Counters.lone;
import static dev.evenkeel.sharding.Counters.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.UnsummableCounterException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Additions go to any row of a counter; reads see their sum. */
@ExtendWith(LocalDynamoDbExtension.class)
class CounterTest {
  private static final Map<String, AttributeValue> KEY = lone(s("film"));

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();

  CounterTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
    this.plain = local.client();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  /** A client of these counters, whose tables it creates. */
  private ClientUnderTest open(Kind kind, CounterSpec... specs) {
    ClientUnderTest client =
        ShardedClients.open(kind, local, sent::add, ShardedClients.Tables.of().with(specs));
    Stream.of(specs).map(Counters::create).forEach(client::call);
    sent.clear();
    return client;
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
  void get_everyKeyTypeAndShardCount_sumsItsOwnRowsOnly(Kind kind) {
    ScalarAttributeType[] types = {
      ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B
    };
    List<CounterSpec> specs = new ArrayList<>();
    for (ScalarAttributeType type : types) {
      for (int shards : new int[] {1, 2, 7, 50}) {
        String table = "c" + type + shards;
        specs.add(
            Counters.lone(table, shards)
                .partitionKey("pk", type)
                .selector(ShardSelector.rotating())
                .build());
      }
    }
    Map<ScalarAttributeType, List<AttributeValue>> keys =
        Map.of(
            ScalarAttributeType.S, List.of(s("x"), s("x.y")),
            ScalarAttributeType.N, List.of(n("-1.50"), n("15E-1")),
            ScalarAttributeType.B, List.of(b(0, 255), b(46)));
    try (ClientUnderTest client = open(kind, specs.toArray(CounterSpec[]::new))) {
      for (CounterSpec spec : specs) {
        List<AttributeValue> two = keys.get(spec.logicalKey().partitionKey().type());
        for (int i = 1; i <= 12; i++) {
          client.call(add(spec.tableName(), lone(two.get(0)), "likes", Integer.toString(i)));
          client.call(add(spec.tableName(), lone(two.get(1)), "hits", "-0.5"));
        }
        assertThat(client.call(get(spec.tableName(), lone(two.get(0)))).item().get("likes"))
            .as("%s", spec)
            .isEqualTo(n("78"));
        Map<String, AttributeValue> second =
            client.call(get(spec.tableName(), lone(two.get(1)))).item();
        assertThat(second.get("hits")).as("%s", spec).isEqualTo(n("-6"));
        assertThat(second.get("pk")).isEqualTo(canonical(two.get(1)));
        assertThat(second).doesNotContainKey("likes");
      }
    }
  }

  private static AttributeValue canonical(AttributeValue key) {
    return key.n() == null ? key : n("1.5");
  }

  @KindsInTurn
  void get_longAndNegativeNumbers_isExact(Kind kind) {
    String nines = "9".repeat(37);
    try (ClientUnderTest client = open(kind, rotating("exact", 4))) {
      client.call(add("exact", KEY, "likes", nines));
      client.call(add("exact", KEY, "likes", "1"));
      client.call(add("exact", KEY, "hits", "1E125"));
      client.call(add("exact", KEY, "hits", "-1E125"));
      Map<String, AttributeValue> item = client.call(get("exact", KEY)).item();
      assertThat(item.get("likes")).isEqualTo(n("1" + "0".repeat(37)));
      assertThat(item.get("hits")).isEqualTo(n("0"));

      client.call(add("exact", KEY, "likes", "0.5"));
      assertThatThrownBy(() -> client.call(get("exact", KEY)))
          .isInstanceOfSatisfying(
              UnsummableCounterException.class,
              e -> {
                assertThat(e.table()).isEqualTo("exact");
                assertThat(e.attribute()).isEqualTo("likes");
                assertThat(e).hasMessageContaining("38 significant digits");
              });
      GetItemRequest others =
          get("exact", KEY).toBuilder().projectionExpression("pk, hits").build();
      assertThat(client.call(others).item()).isEqualTo(sums(KEY, "hits", "0"));
    }
  }

  private static CounterSpec rotating(String table, int shards) {
    return lone(table, shards).selector(ShardSelector.rotating()).build();
  }

  private static CounterSpec.Builder lone(String table, int shards) {
    return Counters.lone(table, shards);
  }

  private static Map<String, AttributeValue> lone(AttributeValue pk) {
    return Counters.lone(pk);
  }

  @KindsInTurn
  void get_noRow_isNoItem(Kind kind) {
    try (ClientUnderTest client = open(kind, rotating("none", 3))) {
      GetItemResponse answer = client.call(get("none", KEY));
      assertThat(answer.hasItem()).isFalse();
      assertThat(answer.sdkHttpResponse().isSuccessful()).isTrue();
    }
  }

  @KindsInTurn
  void get_attributesWrittenPastTheLibrary_areNotShown(Kind kind) {
    CounterSpec spec = lone("past", 3).shards(KeyRule.exactly("single", 1)).build();
    try (ClientUnderTest client = open(kind, spec)) {
      for (String stored : List.of("film.1", "single")) {
        Map<String, AttributeValue> row = new HashMap<>(lone(s(stored)));
        row.put("likes", n(7));
        row.put("note", s(stored));
        plain.putItem(put -> put.tableName("past").item(row));
      }
      assertThat(client.call(get("past", KEY)).item()).isEqualTo(sums(KEY, "likes", "7"));
      Map<String, AttributeValue> single = lone(s("single"));
      assertThat(client.call(get("past", single)).item()).isEqualTo(sums(single, "likes", "7"));
      plain.putItem(put -> put.tableName("past").item(Map.of("pk", s("film.2"), "likes", s("a"))));
      assertThatThrownBy(() -> client.call(get("past", KEY)))
          .isInstanceOf(UnsummableCounterException.class)
          .hasMessageContaining("a row holds a value of type S");
    }
  }

  @KindsInTurn
  void get_moreThanAHundredRows_readsThemInBatches(Kind kind) {
    CounterSpec spec = rotating("wide", 230);
    try (ClientUnderTest client = open(kind, spec)) {
      for (int i = 0; i < 240; i++) {
        client.call(add("wide", KEY, "likes", "2"));
      }
      sent.clear();
      GetItemResponse answer =
          client.call(
              GetItemRequest.builder()
                  .tableName("wide")
                  .key(KEY)
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                  .build());
      assertThat(answer.item()).isEqualTo(sums(KEY, "likes", "480"));
      assertThat(answer.consumedCapacity().capacityUnits()).isEqualTo(115.0);
      assertThat(sent).hasSize(3).allMatch(request -> request instanceof BatchGetItemRequest);
    }
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
