package dev.evenkeel.examples.scale;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.junit.ExpectHotPartitions;
import dev.evenkeel.simulator.junit.HotPartitionExtension;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A user's own test: it fails if the orders of a day make a partition hot. */
// [docs:test]
@ExtendWith(LocalDynamoDbExtension.class)
class OrdersAtScaleTest {
  private static final TableSpec ORDERS =
      TableSpec.builder("orders").capacity(Capacity.provisioned(1_000, 100_000)).build();

  @RegisterExtension
  static final HotPartitionExtension HOT =
      HotPartitionExtension.over(
              SimulatedPartitions.builder()
                  .table(ORDERS)
                  .clock(MovableClock.at(Instant.EPOCH)) // all of a test is one second
                  .loadFactor(100) // each write of the test stands for a hundred
                  .build())
          .build();

  @Test
  void ordersOfADay_sharded_heatNoPartition(DynamoDbClient local) {
    ShardingSpec spec =
        ShardingSpec.builder("orders").partitionKey("day").sortKey("id").shards(32).build();
    takeOrders(ShardingDynamoDbClient.builder(HOT.wrap(local)).table(spec).build(), 60);
  }

  @Test
  @ExpectHotPartitions("orders") // without this line the test fails, even if the throttle is caught
  void ordersOfADay_plain_heatOne(DynamoDbClient local) {
    assertThatThrownBy(() -> takeOrders(HOT.wrap(local), 60))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  private static void takeOrders(DynamoDbClient client, int count) {
    for (int id = 0; id < count; id++) {
      Map<String, AttributeValue> order =
          Map.of(
              "day",
              AttributeValue.fromS("2014-07-09"),
              "id",
              AttributeValue.fromS("order-%04d".formatted(id)));
      client.putItem(put -> put.tableName("orders").item(order));
    }
  }

  // [docs]
  @BeforeAll
  static void create(DynamoDbClient local) {
    local.createTable(
        table ->
            table
                .tableName("orders")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(List.of(element("day", KeyType.HASH), element("id", KeyType.RANGE)))
                .attributeDefinitions(List.of(text("day"), text("id"))));
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }
}
