package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** GetItem: what was written comes back, from one shard or from a probe of all. */
class GetTest extends SelectedTables {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_itemThatWasPut_isTheSameUnderEverySelector(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local)) {
      for (String table : List.of("keyed", "outside", "random", "wide")) {
        for (int i = 0; i < 5; i++) {
          Map<String, AttributeValue> key = key("a.3", kind + "s" + i);
          Map<String, AttributeValue> item = with(key, "id", s("id" + i));
          PutItemResponse written = client.call(put(table, item).build());
          assertThat(written.responseMetadata().requestId()).isNotEmpty();
          GetItemResponse read = client.call(get(table, key).consistentRead(true).build());
          assertThat(read.item()).isEqualTo(item);
          assertThat(read.responseMetadata().requestId()).isNotEmpty();
          assertThat(read.sdkHttpResponse().isSuccessful()).isTrue();
          assertThat(read.consumedCapacity()).isNull();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_noSuchItem_hasNoItem(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local)) {
      for (String table : List.of("keyed", "outside", "random", "wide")) {
        GetItemResponse response = client.call(get(table, key("none", "none")).build());
        assertThat(response.hasItem()).isFalse();
        assertThat(response.responseMetadata().requestId()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_projection_isHonouredByTheProbeToo(Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> key = key("p", kind.name());
    Map<String, AttributeValue> item = with(with(key, "id", s("i")), "n", n(1));
    try (ClientUnderTest client = open(kind, local)) {
      for (String table : List.of("keyed", "outside", "random")) {
        client.call(put(table, item).build());
        assertThat(
                client
                    .call(
                        get(table, key)
                            .projectionExpression("#n, pk")
                            .expressionAttributeNames(Map.of("#n", "n"))
                            .build())
                    .item())
            .isEqualTo(Map.of("n", n(1), "pk", s("p")));
        GetItemResponse nothing =
            client.call(get(table, key).projectionExpression("absent").build());
        assertThat(nothing.item()).isEmpty();
        assertThat(nothing.hasItem()).as("%s: the item exists", table).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_capacityAskedFor_isSummedOverTheProbe(Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> item = with(key("c", kind.name()), "id", s("i"));
    try (ClientUnderTest client = open(kind, local)) {
      for (String table : List.of("keyed", "random", "wide")) {
        client.call(put(table, item).build());
        GetItemResponse read =
            client.call(
                get(table, key("c", kind.name()))
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                    .build());
        assertThat(read.consumedCapacity().tableName()).isEqualTo(table);
        assertThat(read.consumedCapacity().capacityUnits()).isPositive();
        assertThat(read.consumedCapacity().table().capacityUnits())
            .isEqualTo(read.consumedCapacity().capacityUnits());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_determinantBesideTheKey_readsItsShardAlone(Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> key = key("d", kind.name());
    try (ClientUnderTest client = open(kind, local)) {
      client.call(put("outside", with(key, "id", s("one"))).build());
      for (int i = 0; i < 30; i++) {
        client.call(put("outside", with(key, "id", s("other" + i))).build());
      }
      assertThat(client.call(get("outside", with(key, "id", s("other29"))).build()).item())
          .isEqualTo(with(key, "id", s("other29")));
      ItemLookupException ambiguous =
          catchThrowableOfType(
              ItemLookupException.class, () -> client.call(get("outside", key).build()));
      assertThat(ambiguous.reason()).isEqualTo(ItemLookupException.Reason.SEVERAL);
      assertThat(ambiguous).hasMessageMatching(".* on ([2-9]|1[0-2]) shards.*");
      assertThat(ambiguous.table()).isEqualTo("outside");
      assertThat(ambiguous).hasMessageNotContaining("uniqueSortKeys");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_moreShardsThanMaxProbe_isRefused(Kind kind, LocalDynamoDb local) {
    ShardingSpec bounded = WIDE.toBuilder().maxProbe(119).build();
    try (ClientUnderTest client = ShardedClients.open(kind, local, bounded)) {
      assertThatThrownBy(() -> client.call(get("wide", key("a", "b")).build()))
          .isInstanceOf(SdkException.class)
          .hasMessageContaining("reading all 120 shards is above maxProbe 119")
          .hasMessageContaining("raise maxProbe or leave it out");
      assertThatThrownBy(() -> client.call(get("wide", Map.of("pk", s("a"))).build()))
          .isInstanceOf(SdkException.class)
          .hasMessageContaining("the key lacks sort key attribute 'sk'");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void get_keyWithMissingOrForeignAttributes_isRefused(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local)) {
      for (String table : List.of("keyed", "outside", "random")) {
        for (Map<String, AttributeValue> wrong :
            List.of(
                Map.of("pk", s("a")),
                Map.of("sk", s("a")),
                with(key("a", "b"), "n", n(1)),
                key(n(1), s("b")))) {
          assertThatThrownBy(() -> client.call(get(table, wrong).build()))
              .isInstanceOf(SdkException.class);
        }
      }
    }
  }
}
