package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.WriteFixture.delete;
import static dev.evenkeel.sharding.WriteFixture.item;
import static dev.evenkeel.sharding.WriteFixture.put;
import static dev.evenkeel.sharding.WriteFixture.table;
import static dev.evenkeel.sharding.WriteFixture.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem and DeleteItem where the shard is calculated from an attribute outside the key. */
@ExtendWith(LocalDynamoDbExtension.class)
class DeterminantWriteTest {
  private static final Map<String, AttributeValue> V = Map.of(":v", fromS("v"));

  private static WriteFixture fixture(LocalDynamoDb local, Kind kind) {
    return WriteFixture.create(local, kind, table().selector(ShardSelector.hashOf("det")));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_thatCreates_leavesTheDeterminantInTheItem(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      fixture.client.call(put("pk", "a", "sk", "0", "det", "d"));
      String shard = fixture.only().get("pk").s();
      fixture.client.call(
          update("pk", "a", "sk", "1", "det", "d")
              .updateExpression("SET #ek0 = :ek0")
              .expressionAttributeNames(Map.of("#ek0", "x"))
              .expressionAttributeValues(Map.of(":ek0", fromS("v")))
              .build());
      fixture.client.call(update("pk", "a", "sk", "2", "det", "d").build());
      assertThat(fixture.stored())
          .containsExactlyInAnyOrder(
              item("pk", shard, "sk", "0", "det", "d"),
              item("pk", shard, "sk", "1", "det", "d", "x", "v"),
              item("pk", shard, "sk", "2", "det", "d"));
      assertThat(fixture.sent).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_thatOnlyRemoves_carriesNothing(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      fixture.client.call(put("pk", "a", "sk", "1", "det", "d", "x", "v"));
      fixture.client.call(
          update("pk", "a", "sk", "1", "det", "d").updateExpression("REMOVE x").build());
      assertThat(fixture.only()).containsOnlyKeys("pk", "sk", "det");
      assertThat(((UpdateItemRequest) fixture.sent.get(1)).updateExpression())
          .isEqualTo("REMOVE x");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_returnValues_showOnlyWhatTheCallerUpdated(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      UpdateItemRequest set =
          update("pk", "a", "sk", "1", "det", "d")
              .updateExpression("SET x = :v")
              .expressionAttributeValues(V)
              .build();
      assertThat(returned(fixture, set, ReturnValue.UPDATED_NEW)).isEqualTo(item("x", "v"));
      assertThat(returned(fixture, set, ReturnValue.UPDATED_OLD)).isEqualTo(item("x", "v"));
      assertThat(returned(fixture, set, ReturnValue.ALL_NEW))
          .isEqualTo(item("pk", "a", "sk", "1", "det", "d", "x", "v"));
      UpdateItemRequest none = update("pk", "a", "sk", "1", "det", "d").build();
      UpdateItemResponse response =
          fixture.client.call(none.toBuilder().returnValues(ReturnValue.UPDATED_NEW).build());
      assertThat(response.hasAttributes()).isFalse();
    }
  }

  private static Map<String, AttributeValue> returned(
      WriteFixture fixture, UpdateItemRequest request, ReturnValue asked) {
    return fixture.client.call(request.toBuilder().returnValues(asked).build()).attributes();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_thatChangesTheDeterminant_isRefused(Kind kind, LocalDynamoDb local) {
    List<String> updates =
        List.of(
            "SET det = :v",
            "SET #d = :v",
            "SET det.part[0] = :v",
            "REMOVE det",
            "REMOVE x, det[1]",
            "ADD det :v",
            "DELETE x :v, det.part :v");
    try (WriteFixture fixture = fixture(local, kind)) {
      for (List<String> extra : List.of(List.<String>of(), List.of("det", "d"))) {
        Map<String, AttributeValue> key = new HashMap<>(item("pk", "a", "sk", "1"));
        key.putAll(item(extra.toArray(String[]::new)));
        for (String update : updates) {
          UpdateItemRequest request =
              update()
                  .key(key)
                  .updateExpression(update)
                  .expressionAttributeNames(update.contains("#d") ? Map.of("#d", "det") : null)
                  .expressionAttributeValues(V)
                  .build();
          assertThatThrownBy(() -> fixture.client.call(request))
              .as(update)
              .isInstanceOf(RefusedOperationException.class)
              .hasMessageContaining("the update changes attribute 'det', from which the item's");
        }
      }
      assertThat(fixture.sent).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_withoutRoomForTheDeterminant_isRefused(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      String longName = "x".repeat(4080);
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      update("pk", "a", "sk", "1", "det", "d")
                          .updateExpression("SET " + longName + " = :v")
                          .expressionAttributeValues(V)
                          .build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("leaves no room");
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      delete("pk", "a", "sk", "1")
                          .conditionExpression("attribute_exists(" + "x".repeat(4070) + ")")
                          .build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("leaves no room");
      assertThat(fixture.sent).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_determinantNotGiven_findTheItem(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      fixture.client.call(put("pk", "a", "sk", "1", "det", "d"));
      String shard = fixture.only().get("pk").s();
      fixture.sent.clear();
      fixture.client.call(
          update("pk", "a", "sk", "1")
              .updateExpression("SET x = :v")
              .expressionAttributeValues(V)
              .build());
      assertThat(fixture.only()).isEqualTo(item("pk", shard, "sk", "1", "det", "d", "x", "v"));
      assertThat(fixture.sent)
          .extracting(Object::getClass)
          .isEqualTo(List.of(BatchGetItemRequest.class, UpdateItemRequest.class));
      fixture.client.call(delete("pk", "a", "sk", "1").build());
      assertThat(fixture.stored()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_determinantNotGivenAndNoItem_createsNothing(Kind kind, LocalDynamoDb local) {
    UpdateItemRequest set =
        update("pk", "a", "sk", "1")
            .updateExpression("SET x = :v")
            .expressionAttributeValues(V)
            .build();
    try (WriteFixture fixture = fixture(local, kind)) {
      assertThatThrownBy(() -> fixture.client.call(set))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.NONE))
          .hasMessageContaining("Give the attributes the shard is calculated from beside the key");
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      set.toBuilder().conditionExpression("attribute_exists(pk)").build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
      assertThat(fixture.stored()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_determinantBesideTheKey_isNoPartOfThePhysicalKey(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      fixture.client.call(put("pk", "a", "sk", "1", "det", "d"));
      fixture.client.call(delete("pk", "a", "sk", "1", "det", "d").build());
      assertThat(fixture.stored()).isEmpty();
      Map<String, AttributeValue> key = new HashMap<>(item("pk", "a", "sk", "1"));
      key.put("det", AttributeValue.fromBool(true));
      assertThatThrownBy(() -> fixture.client.call(update().key(key).build()))
          .isInstanceOf(RefusedOperationException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_numberBesideTheKey_isOneShardForAllItsForms(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = fixture(local, kind)) {
      for (String form : List.of("10", "1E1", "10.0")) {
        Map<String, AttributeValue> key = new HashMap<>(item("pk", "a", "sk", "1"));
        key.put("det", fromN(form));
        fixture.client.call(update().key(key).build());
      }
      assertThat(fixture.only().get("det")).isEqualTo(fromN("10"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_plainKey_hasNoDeterminant(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture =
        WriteFixture.create(
            local,
            kind,
            table().selector(ShardSelector.hashOf("det")).shards(KeyRule.exactly("a", 1)))) {
      fixture.client.call(
          update("pk", "a", "sk", "1", "det", "d")
              .updateExpression("SET det = :v")
              .expressionAttributeValues(V)
              .build());
      assertThat(fixture.only()).isEqualTo(item("pk", "a", "sk", "1", "det", "v"));
    }
  }
}
