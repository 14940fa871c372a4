package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** PutItem and GetItem: what is written comes back, from one shard or from a probe of all. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class GetPutTest {
  private static final ShardingSpec KEYED = spec("keyed").build();
  private static final ShardingSpec OUTSIDE =
      spec("outside").selector(ShardSelector.hashOf("id")).build();
  private static final ShardingSpec RANDOM =
      spec("random").selector(ShardSelector.random()).uniqueSortKeys().build();
  private static final ShardingSpec WIDE =
      spec("wide").selector(ShardSelector.rotating()).uniqueSortKeys().shards(120).build();

  private DynamoDbClient plain;

  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table).partitionKey("pk").sortKey("sk").shards(12);
  }

  private static ClientUnderTest open(Kind kind, LocalDynamoDb local) {
    return ShardedClients.open(kind, local, KEYED, OUTSIDE, RANDOM, WIDE);
  }

  @BeforeAll
  void create(DynamoDbClient plain) {
    this.plain = plain;
    List.of(KEYED, OUTSIDE, RANDOM, WIDE).forEach(spec -> PhysicalTables.create(plain, spec));
  }

  private static PutItemRequest.Builder put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item);
  }

  private static GetItemRequest.Builder get(String table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(table).key(key);
  }

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

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_twice_replacesAndReturnsTheOldItemInLogicalTerms(Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> old = with(key("r", kind.name()), "n", n(1));
    try (ClientUnderTest client = open(kind, local)) {
      client.call(put("keyed", old).build());
      PutItemResponse replaced =
          client.call(
              put("keyed", with(old, "n", n(2)))
                  .returnValues(ReturnValue.ALL_OLD)
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                  .build());
      assertThat(replaced.attributes()).isEqualTo(old);
      assertThat(replaced.consumedCapacity().capacityUnits()).isEqualTo(1.0);
      assertThat(replaced.responseMetadata().requestId()).isNotEmpty();
    }
    assertThat(plain.scan(scan -> scan.tableName("keyed")).items())
        .filteredOn(item -> item.get("pk").s().startsWith("r."))
        .filteredOn(item -> item.get("sk").equals(s(kind.name())))
        .hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_conditionThatFails_keepsTheExceptionAndShowsALogicalItem(
      Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> old = with(key("f", kind.name()), "n", n(1));
    PutItemRequest again =
        put("keyed", with(old, "n", n(2)))
            .conditionExpression("attribute_not_exists(pk) OR n > :n")
            .expressionAttributeValues(Map.of(":n", n(5)))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try (ClientUnderTest client = open(kind, local)) {
      client.call(put("keyed", old).conditionExpression("attribute_not_exists(pk)").build());
      ConditionalCheckFailedException failure =
          catchThrowableOfType(ConditionalCheckFailedException.class, () -> client.call(again));
      assertThat(failure.item()).isEqualTo(old);
      assertThat(failure.statusCode()).isEqualTo(400);
      assertThat(failure.requestId()).isNotEmpty();
      assertThat(failure.awsErrorDetails().errorCode())
          .isEqualTo("ConditionalCheckFailedException");
      assertThat(failure).hasMessageContaining("conditional request failed");
      assertThat(client.call(get("keyed", key("f", kind.name())).build()).item()).isEqualTo(old);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_whatADrawnShardCannotKnow_isRefused(Kind kind, LocalDynamoDb local) {
    Map<String, AttributeValue> item = key("d", "x");
    try (ClientUnderTest client = open(kind, local)) {
      assertThatThrownBy(
              () ->
                  client.call(
                      put("random", item).conditionExpression("attribute_exists(n)").build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("drawn shard");
      assertThatThrownBy(
              () -> client.call(put("random", item).returnValues(ReturnValue.ALL_OLD).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("ALL_OLD");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_itemThatCannotBePlaced_isRefused(Kind kind, LocalDynamoDb local) {
    ShardingSpec product =
        spec("keyed")
            .sortKey("sk", ScalarAttributeType.N)
            .selector(ShardSelector.productOfCodePoints("sk"))
            .build();
    try (ClientUnderTest client = open(kind, local);
        ClientUnderTest multiplying = ShardedClients.open(kind, local, product)) {
      for (Map<String, AttributeValue> wrong :
          List.<Map<String, AttributeValue>>of(
              Map.of("sk", s("x")),
              Map.of("pk", s("x")),
              key("", "x"),
              key("x".repeat(2046), "x"),
              key(n(1), s("x")))) {
        assertThatThrownBy(() -> client.call(put("keyed", wrong).build()))
            .isInstanceOf(SdkException.class);
      }
      assertThatThrownBy(() -> client.call(put("outside", key("a", "b")).build()))
          .isInstanceOf(SdkException.class)
          .hasMessageContaining("'id', from which the shard is calculated, is missing");
      assertThatThrownBy(
              () ->
                  client.call(
                      put("outside", with(key("a", "b"), "id", AttributeValue.fromNul(true)))
                          .build()))
          .isInstanceOf(SdkException.class)
          .hasMessageContaining("of type NUL");
      assertThatThrownBy(() -> multiplying.call(put("keyed", key(s("a"), n(1))).build()))
          .isInstanceOf(SdkException.class)
          .hasMessageContaining("must be of type S");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_longestLogicalKey_isStored(Kind kind, LocalDynamoDb local) {
    String longest = "x".repeat(2048 - ".11".length());
    try (ClientUnderTest client = open(kind, local)) {
      for (int i = 0; i < 12; i++) {
        client.call(put("random", key(longest, kind + "s" + i)).build());
      }
      assertThat(client.call(get("random", key(longest, kind + "s3")).build()).hasItem()).isTrue();
    }
  }
}
