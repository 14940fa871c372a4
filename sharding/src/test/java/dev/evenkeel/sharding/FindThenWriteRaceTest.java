package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.FindThenWriteTest.drawn;
import static dev.evenkeel.sharding.WriteFixture.delete;
import static dev.evenkeel.sharding.WriteFixture.item;
import static dev.evenkeel.sharding.WriteFixture.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ItemLookupException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Other writers come in between looking for an item and writing it. */
@ExtendWith(LocalDynamoDbExtension.class)
class FindThenWriteRaceTest {
  private static final UpdateItemRequest SET =
      update("pk", "a", "sk", "1")
          .updateExpression("SET x = :v")
          .expressionAttributeValues(Map.of(":v", fromS("v")))
          .build();
  private static final DeleteItemRequest DELETE = delete("pk", "a", "sk", "1").build();

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_itemMovesOnce_isUpdatedWhereItWent(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn().upsertOnDrawnShard())) {
      fixture.store("pk", "a.1", "sk", "1");
      fixture.before(
          UpdateItemRequest.class,
          () -> {
            fixture.remove("pk", "a.1", "sk", "1");
            fixture.store("pk", "a.2", "sk", "1", "y", "w");
          });
      UpdateItemRequest counted =
          SET.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
      assertThat(fixture.client.call(counted).consumedCapacity().capacityUnits())
          .as("two probes that each read one item, and the write")
          .isEqualTo(3.0);
      assertThat(fixture.only()).isEqualTo(item("pk", "a.2", "sk", "1", "x", "v", "y", "w"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_itemDeletedInBetween_createsNoSecondOne(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.1", "sk", "1");
      fixture.before(UpdateItemRequest.class, () -> fixture.remove("pk", "a.1", "sk", "1"));
      assertThatThrownBy(() -> fixture.client.call(SET))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.NONE));
      assertThat(fixture.stored()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_itemDeletedInBetweenUnderItsCondition_failsAsOfNoItem(
      Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.1", "sk", "1", "x", "v");
      fixture.before(UpdateItemRequest.class, () -> fixture.remove("pk", "a.1", "sk", "1"));
      assertThatThrownBy(
              () -> fixture.client.call(SET.toBuilder().conditionExpression("x = :v").build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void delete_itemDeletedInBetween_succeedsAsOfNoItem(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.1", "sk", "1");
      fixture.before(
          DeleteItemRequest.class, onceFor(() -> fixture.remove("pk", "a.1", "sk", "1")));
      assertThat(fixture.client.call(DELETE.toBuilder().returnValues(ReturnValue.ALL_OLD).build()))
          .satisfies(response -> assertThat(response.hasAttributes()).isFalse());
      assertThat(fixture.stored()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_itemMovesEachTime_giveUp(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.store("pk", "a.0", "sk", "1");
      AtomicInteger shard = new AtomicInteger();
      Runnable move =
          () -> {
            fixture.remove("pk", "a." + shard.get(), "sk", "1");
            fixture.store("pk", "a." + shard.updateAndGet(s -> (s + 1) % 4), "sk", "1");
          };
      fixture.before(UpdateItemRequest.class, move);
      assertThatThrownBy(() -> fixture.client.call(SET))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.UNSETTLED))
          .hasMessageContaining("UpdateItem on 'writes' looked for the item 3 times");
      assertThat(fixture.sent).filteredOn(BatchGetItemRequest.class::isInstance).hasSize(3);
      assertThat(fixture.only()).hasSize(2);
      fixture.before(DeleteItemRequest.class, move);
      assertThatThrownBy(() -> fixture.client.call(DELETE))
          .matches(thrown -> ItemLookupException.is(thrown, ItemLookupException.Reason.UNSETTLED));
      assertThat(fixture.stored()).hasSize(1);
    }
  }

  /** The question whether a condition holds of no item is a delete: it must not delete. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_itemAppearsInBetween_isUpdatedAndNotDeleted(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, drawn())) {
      fixture.before(
          DeleteItemRequest.class, onceFor(() -> fixture.store("pk", "a.0", "sk", "1", "y", "w")));
      fixture.client.call(SET.toBuilder().conditionExpression("attribute_not_exists(x)").build());
      assertThat(fixture.only()).isEqualTo(item("pk", "a.0", "sk", "1", "x", "v", "y", "w"));
    }
  }

  private static Runnable onceFor(Runnable interference) {
    AtomicInteger calls = new AtomicInteger();
    return () -> {
      if (calls.getAndIncrement() == 0) {
        interference.run();
      }
    };
  }
}
