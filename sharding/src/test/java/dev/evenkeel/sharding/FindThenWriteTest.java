package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.WriteFixture.delete;
import static dev.evenkeel.sharding.WriteFixture.item;
import static dev.evenkeel.sharding.WriteFixture.table;
import static dev.evenkeel.sharding.WriteFixture.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** UpdateItem and DeleteItem under a drawn selector, where the item is looked for first. */
@ExtendWith(LocalDynamoDbExtension.class)
class FindThenWriteTest {
  private static final UpdateItemRequest SET =
      update("pk", "a", "sk", "1")
          .updateExpression("SET x = :v")
          .expressionAttributeValues(Map.of(":v", fromS("v")))
          .build();
  private static final DeleteItemRequest DELETE = delete("pk", "a", "sk", "1").build();

  static ShardingSpec.Builder drawn() {
    return table().selector(ShardSelector.random()).uniqueSortKeys();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_itemOnSomeShard_writesThere(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.2", "sk", "1", "y", "w");
      assertThat(fixture.client.call(SET.toBuilder().returnValues(ReturnValue.ALL_OLD).build()))
          .satisfies(
              r -> assertThat(r.attributes()).isEqualTo(item("pk", "a", "sk", "1", "y", "w")));
      assertThat(fixture.only()).isEqualTo(item("pk", "a.2", "sk", "1", "x", "v", "y", "w"));
      assertThat(fixture.sent)
          .extracting(Object::getClass)
          .isEqualTo(List.of(BatchGetItemRequest.class, UpdateItemRequest.class));
      assertThat((BatchGetItemRequest) fixture.sent.get(0))
          .satisfies(
              probe ->
                  assertThat(probe.requestItems().get(WriteFixture.TABLE).consistentRead())
                      .isTrue());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void delete_itemOnSomeShard_deletesThere(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.3", "sk", "1");
      fixture.store("pk", "a.3", "sk", "2");
      DeleteItemResponse response =
          fixture.client.call(DELETE.toBuilder().returnValues(ReturnValue.ALL_OLD).build());
      assertThat(response.attributes()).isEqualTo(item("pk", "a", "sk", "1"));
      assertThat(fixture.only()).isEqualTo(item("pk", "a.3", "sk", "2"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_itemOnTwoShards_changeNothing(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.0", "sk", "1");
      fixture.store("pk", "a.3", "sk", "1");
      assertThatThrownBy(() -> fixture.client.call(SET))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.SEVERAL))
          .hasMessageContaining("UpdateItem on 'writes' found the item on 2 shards");
      assertThatThrownBy(() -> fixture.client.call(DELETE))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.SEVERAL))
          .hasMessageContaining("DeleteItem on 'writes'");
      assertThat(fixture.stored()).hasSize(2).allMatch(item -> item.size() == 2);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_moreShardsThanMayBeProbed_areRefused(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn().maxProbe(3))) {
      assertThatThrownBy(() -> fixture.client.call(SET))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("UpdateItem on 'writes' refused")
          .hasMessageContaining("reading all 4 shards is above maxProbe 3");
      assertThatThrownBy(() -> fixture.client.call(DELETE))
          .isInstanceOf(RefusedOperationException.class);
      assertThat(fixture.sent).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void delete_noItem_answersAsDynamoDbDoes(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      DeleteItemResponse response =
          fixture.client.call(DELETE.toBuilder().returnValues(ReturnValue.ALL_OLD).build());
      assertThat(response.hasAttributes()).isFalse();
      fixture.client.call(
          DELETE.toBuilder().conditionExpression("attribute_not_exists(pk)").build());
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      DELETE.toBuilder().conditionExpression("attribute_exists(pk)").build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_noItem_createsNoneUnlessTheSpecAllowsIt(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      UpdateItemRequest ifAbsent =
          SET.toBuilder().conditionExpression("attribute_not_exists(x) OR x = :v").build();
      for (UpdateItemRequest request : List.of(SET, ifAbsent)) {
        assertThatThrownBy(() -> fixture.client.call(request))
            .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.NONE))
            .hasMessage(
                "UpdateItem on 'writes' found no item with this key on any shard, and may not create"
                    + " one. Nothing was written. Put the item, or allow it with"
                    + " upsertOnDrawnShard() in the spec.");
      }
      assertThatThrownBy(
              () -> fixture.client.call(SET.toBuilder().conditionExpression("x = :v").build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
      assertThat(fixture.stored()).isEmpty();
    }
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn().upsertOnDrawnShard())) {
      fixture.client.call(SET);
      fixture.client.call(SET);
      assertThat(fixture.only().get("pk").s()).matches("a\\.[0-3]");
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      update("pk", "a", "sk", "2")
                          .conditionExpression("attribute_exists(pk)")
                          .build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_callersConditionFails_showTheItemOnlyIfAsked(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.1", "sk", "1");
      UpdateItemRequest update =
          SET.toBuilder().conditionExpression("attribute_exists(x) OR x = :v").build();
      DeleteItemRequest delete =
          DELETE.toBuilder().conditionExpression("attribute_exists(x)").build();
      assertThat(failure(() -> fixture.client.call(update)).hasItem()).isFalse();
      assertThat(failure(() -> fixture.client.call(delete)).hasItem()).isFalse();
      ReturnValuesOnConditionCheckFailure old = ReturnValuesOnConditionCheckFailure.ALL_OLD;
      UpdateItemRequest showing =
          update.toBuilder().returnValuesOnConditionCheckFailure(old).build();
      assertThat(failure(() -> fixture.client.call(showing)).item())
          .isEqualTo(item("pk", "a", "sk", "1"));
      DeleteItemRequest deleteShowing =
          delete.toBuilder().returnValuesOnConditionCheckFailure(old).build();
      assertThat(failure(() -> fixture.client.call(deleteShowing)).item())
          .isEqualTo(item("pk", "a", "sk", "1"));
      assertThat(fixture.only()).isEqualTo(item("pk", "a.1", "sk", "1"));
    }
  }

  private static ConditionalCheckFailedException failure(ThrowingCallable call) {
    ConditionalCheckFailedException failure =
        catchThrowableOfType(ConditionalCheckFailedException.class, call);
    assertThat(failure.awsErrorDetails().rawResponse()).isNull();
    assertThat(failure.getMessage()).doesNotContain("a.1");
    return failure;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_consumedCapacity_includesTheProbe(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.1", "sk", "1");
      ConsumedCapacity update =
          fixture
              .client
              .call(SET.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build())
              .consumedCapacity();
      assertThat(update.tableName()).isEqualTo(WriteFixture.TABLE);
      assertThat(update.capacityUnits())
          .as("DynamoDB Local counts no read of a missing item")
          .isEqualTo(1 + 1.0);
      ConsumedCapacity delete =
          fixture
              .client
              .call(
                  DELETE.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.INDEXES).build())
              .consumedCapacity();
      assertThat(delete.table().capacityUnits()).isEqualTo(1 + 1.0);
      assertThat(fixture.client.call(DELETE).consumedCapacity())
          .isEqualTo(fixture.physical.deleteItem(DELETE).consumedCapacity());
    }
  }
}
