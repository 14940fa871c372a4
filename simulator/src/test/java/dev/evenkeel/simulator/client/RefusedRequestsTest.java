package dev.evenkeel.simulator.client;

import static dev.evenkeel.simulator.client.Events.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * DynamoDB itself refuses invalid requests, whatever the partitions would answer; nothing is
 * charged.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class RefusedRequestsTest {
  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .table(Events.spec(Capacity.provisioned(4, 4)))
          .clock(MovableClock.at(Instant.EPOCH))
          .build();
  private final DynamoDbClient local;
  private final DynamoDbClient client;

  RefusedRequestsTest(DynamoDbClient local) {
    this.local = local;
    this.client = partitions.wrap(local);
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    Events.create(local);
  }

  private static BatchWriteItemRequest batch(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> writes =
        items.stream()
            .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
            .toList();
    return BatchWriteItemRequest.builder().requestItems(Map.of(TABLE, writes)).build();
  }

  @Test
  void batch_ofTooManyWrites_isNotWrittenInPart() {
    assertThatThrownBy(() -> client.batchWriteItem(batch(Events.items("many", 26))))
        .isExactlyInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Too many items");

    assertThat(Events.stored(local, "many")).isEmpty();
    assertThat(partitions.hottest()).isEmpty();
  }

  @Test
  void batch_ofTwoWritesOfAnItem_isNotWrittenInPart() {
    List<Map<String, AttributeValue>> twice =
        List.of(
            Events.with(Events.item("twice", 1), "more", "x".repeat(3_000)),
            Events.item("twice", 1));

    assertThatThrownBy(() -> client.batchWriteItem(batch(twice)))
        .hasMessageContaining("duplicates");

    assertThat(Events.stored(local, "twice")).isEmpty();
    assertThat(partitions.hottest()).isEmpty();
  }

  @Test
  void transaction_ofTwoWritesOfAnItem_isNoThrottle() {
    TransactWriteItem large =
        TransactWriteItem.builder()
            .put(
                put ->
                    put.tableName(TABLE)
                        .item(Events.with(Events.item("t", 1), "more", "x".repeat(9_000))))
            .build();

    assertThatThrownBy(() -> client.transactWriteItems(t -> t.transactItems(large, large)))
        .hasMessageContaining("multiple operations on one item");
  }

  @Test
  void item_thatIsTooLarge_heatsNothing() {
    assertThatThrownBy(
            () ->
                client.putItem(
                    Events.put(Events.with(Events.item("l", 1), "more", "x".repeat(410_000)))))
        .isExactlyInstanceOf(DynamoDbException.class)
        .hasMessageContaining("size");

    assertThat(partitions.hottest()).isEmpty();
  }

  @Test
  void transaction_thatGetsNothing_failsAsItDoesPlainly() {
    TransactGetItem projected =
        TransactGetItem.builder()
            .get(
                Get.builder()
                    .tableName(TABLE)
                    .key(Events.key("g", 1))
                    .projectionExpression("device")
                    .build())
            .build();

    assertThatThrownBy(
            () ->
                client.transactGetItems(
                    t -> t.transactItems(projected, TransactGetItem.builder().build())))
        .isInstanceOf(DynamoDbException.class);
  }

  @Test
  void keys_thatHoldTheSeparator_areToldApart() {
    Map<String, AttributeValue> stored =
        Map.of(
            "device", Events.value("a\u0000b"),
            "at", Events.value("c"),
            "text", Events.value("x".repeat(2_500)));
    local.putItem(Events.put(stored));
    Map<String, AttributeValue> other =
        Map.of("device", Events.value("a"), "at", Events.value("b\u0000c"));
    Map<String, AttributeValue> same =
        Map.of("device", stored.get("device"), "at", stored.get("at"));

    client.batchWriteItem(batch(List.of(same, other)));

    assertThat(partitions.hottest().stream().mapToDouble(PartitionLoad::acceptedUnits).sum())
        .isEqualTo(3 + 1);
  }

  /** Leaves all keys unprocessed, as a table does that is throttled for long. */
  private static final class NeverReading extends DelegatingDynamoDbClient {
    private int asked;

    NeverReading(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      if (++asked > 1_000) {
        throw new IllegalStateException("asked a thousand times");
      }
      return BatchGetItemResponse.builder().unprocessedKeys(request.requestItems()).build();
    }
  }

  @Test
  void oldItems_thatAreNeverRead_failTheWrite() {
    DynamoDbClient stuck = partitions.wrap(new NeverReading(local));

    assertThatThrownBy(() -> stuck.putItem(Events.put(Events.item("stuck", 1))))
        .isInstanceOf(DecoratorException.class)
        .hasMessageContaining("left 1 keys of [events] unprocessed 10 times in a row");
  }

  @Test
  void update_thatRemovesAPart_isChargedInItsIndex() {
    Map<String, AttributeValue> item = new HashMap<>(Events.key("removed", 1));
    item.put("kind", Events.value("k"));
    item.put("map", AttributeValue.fromM(Map.of("x", Events.value("y"))));
    local.putItem(Events.put(item));

    client.updateItem(
        u ->
            u.tableName(TABLE)
                .key(Events.key("removed", 1))
                .updateExpression("REMOVE #map.x")
                .expressionAttributeNames(Map.of("#map", "map")));

    assertThat(partitions.hottest())
        .extracting(PartitionLoad::resource)
        .containsExactlyInAnyOrder(TABLE, Events.INDEX);
  }
}
