package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardSelector;
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
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** PutItem: what it replaces, returns and refuses. */
class PutTest extends SelectedTables {
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
