package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.b;
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
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Reads of counters see the sum of their rows. */
class CounterReadTest extends CountersUnderTest {
  CounterReadTest(LocalDynamoDb shared) {
    super(shared);
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
}
