package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The charges of writes, against the capacity that DynamoDB Local reports. */
@ExtendWith(LocalDynamoDbExtension.class)
class ChargedCostsTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 7);
  private static final ReturnConsumedCapacity INDEXES = ReturnConsumedCapacity.INDEXES;

  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .table(Events.spec(Capacity.provisioned(100, 100_000)))
          .clock(MovableClock.at(Instant.EPOCH))
          .build();
  private final DynamoDbClient client;
  private final Random random = new Random(SEED);

  ChargedCostsTest(DynamoDbClient local) {
    this.client = partitions.wrap(local);
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    Events.create(local);
  }

  private double charged(String resource) {
    return partitions.hottest().stream()
        .filter(load -> load.resource().equals(resource))
        .mapToDouble(PartitionLoad::acceptedUnits)
        .sum();
  }

  private void assertCharged(ConsumedCapacity consumed) {
    assertThat(charged(Events.TABLE))
        .as("table, seed " + SEED)
        .isEqualTo(consumed.table().capacityUnits());
    assertThat(charged(Events.INDEX))
        .as("index, seed " + SEED)
        .isEqualTo(
            consumed.hasGlobalSecondaryIndexes()
                ? consumed.globalSecondaryIndexes().get(Events.INDEX).capacityUnits()
                : 0);
    partitions.reset();
  }

  private Map<String, AttributeValue> drawn() {
    Map<String, AttributeValue> item = new HashMap<>(Events.key("device", random.nextInt(3)));
    item.put("text", AttributeValue.fromS("x".repeat(random.nextInt(3_000))));
    if (random.nextBoolean()) {
      item.put("kind", AttributeValue.fromS("kind-" + random.nextInt(3)));
    }
    return item;
  }

  @Test
  void putsAndDeletes_withAndWithoutIndexEntries_areChargedWhatTheyConsume() {
    for (int i = 0; i < 60; i++) {
      Map<String, AttributeValue> item = drawn();
      if (random.nextInt(4) > 0) {
        assertCharged(
            client
                .putItem(Events.put(item).toBuilder().returnConsumedCapacity(INDEXES).build())
                .consumedCapacity());
      } else {
        int at = random.nextInt(3);
        assertCharged(
            client
                .deleteItem(
                    delete ->
                        delete
                            .tableName(Events.TABLE)
                            .key(Events.key("device", at))
                            .returnConsumedCapacity(INDEXES))
                .consumedCapacity());
      }
    }
  }

  @Test
  void updates_ofWholeAttributes_areChargedWhatTheyConsume() {
    List<String> updates =
        List.of(
            "SET #text = :text",
            "SET kind = :kind",
            "SET kind = if_not_exists(kind, :kind), #text = :text",
            "REMOVE kind",
            "ADD hits :one",
            "SET hits = if_not_exists(hits, :one) + :one",
            "REMOVE #text ADD hits :one");
    for (int i = 0; i < 60; i++) {
      String update = updates.get(random.nextInt(updates.size()));
      Map<String, AttributeValue> values = new HashMap<>();
      values.put(":text", AttributeValue.fromS("y".repeat(random.nextInt(3_000))));
      values.put(":kind", AttributeValue.fromS("kind-" + random.nextInt(3)));
      values.put(":one", AttributeValue.fromN("1"));
      values.keySet().removeIf(name -> !update.contains(name));
      UpdateItemRequest.Builder request =
          UpdateItemRequest.builder()
              .tableName(Events.TABLE)
              .key(Events.key("updated", random.nextInt(2)))
              .updateExpression(update)
              .returnConsumedCapacity(INDEXES);
      if (update.contains("#text")) {
        request.expressionAttributeNames(Map.of("#text", "text"));
      }
      if (!values.isEmpty()) {
        request.expressionAttributeValues(values);
      }
      assertCharged(client.updateItem(request.build()).consumedCapacity());
    }
  }

  @Test
  void updates_inside_ofAttributes_areChargedNoLess() {
    Map<String, AttributeValue> item = new HashMap<>(Events.key("nested", 1));
    item.put("list", AttributeValue.fromL(List.of(AttributeValue.fromS("x".repeat(800)))));
    item.put("tags", AttributeValue.fromSs(List.of("a", "b")));
    client.putItem(Events.put(item));
    partitions.reset();

    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(Events.TABLE)
            .key(Events.key("nested", 1))
            .updateExpression("SET #list = list_append(#list, :more) ADD tags :tags")
            .expressionAttributeNames(Map.of("#list", "list"))
            .expressionAttributeValues(
                Map.of(
                    ":more", AttributeValue.fromL(List.of(AttributeValue.fromS("y".repeat(600)))),
                    ":tags", AttributeValue.fromSs(List.of("b", "c".repeat(900)))))
            .returnConsumedCapacity(INDEXES)
            .build();
    double consumed = client.updateItem(request).consumedCapacity().capacityUnits();

    assertThat(consumed).isEqualTo(3);
    assertThat(charged(Events.TABLE)).isBetween(consumed, consumed + 1);
  }
}
