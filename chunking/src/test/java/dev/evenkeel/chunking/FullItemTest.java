package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Updates of an item that has no room for the values that they set, small as these are. */
class FullItemTest extends OneItemWrites {
  private static final String TOO_LARGE = "Item size to update has exceeded";

  /** What a value outside takes in its item, and less than each value here. */
  private static final int ROOM = 300;

  List<ClientUnderTest> bothModes() {
    return Stream.of(CommitMode.values())
        .flatMap(mode -> fixture.clients(fixture.spec().commit(mode).build()).stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("bothModes")
  void update_valueThatStaysElsewhere_leavesAndIsReturned(ClientUnderTest client) {
    Map<String, AttributeValue> item = full();

    assertThat(client.call(update(item, noise(480)).build()).attributes())
        .isEqualTo(Map.of("body", noise(480)));

    assertThat(get(client, item)).containsEntry("body", noise(480));
    assertThat(stored(item)).containsKey("evenkeel.body").doesNotContainKey("body");
  }

  @ParameterizedTest
  @MethodSource("bothModes")
  void update_valueThatIsOutside_isReplacedOutside(ClientUnderTest client) {
    Map<String, AttributeValue> item = full();
    client.call(update(item, noise(490)).build());
    int intents = fixture.stored(Fixture.INTENTS).size();

    client.call(update(item, noise(470)).build());

    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents + 1); // the removal of what was

    assertThat(get(client, item)).containsEntry("body", noise(470));
  }

  /** One leaves for its size, the other for want of room. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_besideAValueThatLeavesAnyway_bothLeave(ClientUnderTest client) {
    Map<String, AttributeValue> item = full();
    UpdateItemRequest.Builder both =
        update(item, noise(480))
            .updateExpression("SET body = :b, image = :i")
            .expressionAttributeValues(Map.of(":b", noise(480), ":i", noise(3000)));

    client.call(both.build());

    assertThat(get(client, item))
        .containsEntry("body", noise(480))
        .containsEntry("image", noise(3000));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void transaction_oneItemHasNoRoom_itsValueLeavesAndTheOtherStays(ClientUnderTest client) {
    Map<String, AttributeValue> item = full();
    Map<String, AttributeValue> other = item(Map.of());
    fixture.plain.putItem(put(other));

    client.call(
        TransactWriteItemsRequest.builder()
            .transactItems(
                action(update(other, noise(460)).build()), action(update(item, noise(480)).build()))
            .build());

    assertThat(get(client, item)).containsEntry("body", noise(480));
    assertThat(stored(item)).containsKey("evenkeel.body");
    assertThat(stored(other)).containsEntry("body", noise(460));
  }

  /** A value that may not leave, or that takes more room outside, changes nothing. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_nothingThatMayLeave_failsAsAtDynamoDb(ClientUnderTest client) {
    Map<String, AttributeValue> item = full();
    int intents = fixture.stored(Fixture.INTENTS).size();
    UpdateItemRequest small = update(item, noise(490)).updateExpression("SET small = :b").build();
    UpdateItemRequest tiny =
        update(item, noise(20)).updateExpression("SET filler2 = filler, body = :b").build();

    for (UpdateItemRequest update : List.of(small, tiny)) {
      assertThatThrownBy(() -> client.call(update))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining(TOO_LARGE);
    }
    TransactWriteItemsRequest transaction =
        TransactWriteItemsRequest.builder().transactItems(action(small)).build();
    assertThatThrownBy(() -> client.call(transaction))
        .isInstanceOf(TransactionCanceledException.class);
    assertThat(stored(item)).isEqualTo(item);
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents);
  }

  /** An attempt that got no answer may have made the item larger itself. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void update_sentTwiceByTheSdk_isNotSentOnceMore(boolean isOnceOnly) {
    Map<String, AttributeValue> item = full();
    FaultPlan.Builder faults = FaultPlan.seeded(1);
    if (!isOnceOnly) {
      faults.rule(
          FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY)).into("UpdateItem").first(1));
    }
    ChunkingSpec spec = fixture.spec().build();
    try (DynamoDbClient plain =
        fixture
            .local
            .clientBuilder()
            .httpClientBuilder(faults.build().injector().httpClientBuilder())
            .build()) {
      ClientUnderTest client =
          ChunkingClients.sync(plain, fixture.s3, builder -> builder.table(spec));
      UpdateItemRequest update = update(item, noise(480)).build();
      if (isOnceOnly) {
        client.call(update);
      } else {
        assertThatThrownBy(() -> client.call(update)).hasMessageContaining(TOO_LARGE);
        assertThat(stored(item)).isEqualTo(item);
      }
    }
  }

  /** An item that has room for a marker, and for no value here. */
  private Map<String, AttributeValue> full() {
    Map<String, AttributeValue> item = item(Map.of("filler", noise(0)));
    int room = (int) (ItemSize.ITEM_BYTES_MAX - ItemSize.bytes(item)) - ROOM;
    item.put("filler", noise(room));
    fixture.plain.putItem(put(item));
    return item;
  }

  private static UpdateItemRequest.Builder update(
      Map<String, AttributeValue> item, AttributeValue body) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(Map.of("id", item.get("id"), "rank", item.get("rank")))
        .updateExpression("SET body = :b")
        .expressionAttributeValues(Map.of(":b", body))
        .returnValues(ReturnValue.UPDATED_NEW);
  }

  private static TransactWriteItem action(UpdateItemRequest update) {
    return TransactWriteItem.builder()
        .update(
            action ->
                action
                    .tableName(update.tableName())
                    .key(update.key())
                    .updateExpression(update.updateExpression())
                    .expressionAttributeValues(update.expressionAttributeValues()))
        .build();
  }
}
