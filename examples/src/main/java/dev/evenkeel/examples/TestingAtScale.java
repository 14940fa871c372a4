package dev.evenkeel.examples;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/**
 * One second of 20,000 orders on one day, at a table that carries far more: as they come, over 20
 * shards, and over 40. Forty orders are written, and each stands for 500.
 */
public final class TestingAtScale {
  private static final int ORDERS = 40;

  private final PrintStream out;
  private final DynamoDbClient local;
  private final MovableClock clock = MovableClock.at(Instant.EPOCH);
  private final SimulatedPartitions partitions;

  private TestingAtScale(PrintStream out, DynamoDbClient local) {
    this.out = out;
    this.local = local;
    // [docs:partitions]
    TableSpec orders =
        TableSpec.builder("orders")
            .capacity(Capacity.onDemand().warmedFor(12_000, 200_000))
            .build();
    this.partitions =
        SimulatedPartitions.builder().table(orders).clock(clock).loadFactor(500).build();
    // [docs]
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb server = LocalDynamoDb.start();
        DynamoDbClient local = server.client()) {
      Tables.create(local, "orders", "day", "id");
      TestingAtScale example = new TestingAtScale(out, local);
      example.write("as they come", example.partitions.wrap(local));
      example.write("over 20 shards", example.sharded(20));
      example.write("over 40 shards", example.sharded(40));
    }
  }

  private DynamoDbClient sharded(int shards) {
    // [docs:stack]
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("day")
            .sortKey("id")
            .shards(shards)
            .selector(ShardSelector.rotating())
            .uniqueSortKeys()
            .build();
    return ShardingDynamoDbClient.builder(partitions.wrap(local)).table(spec).build();
    // [docs]
  }

  private void write(String how, DynamoDbClient client) {
    partitions.reset();
    int accepted = 0;
    for (int order = 0; order < ORDERS; order++) {
      accepted += write(client, "order-%04d".formatted(order)) ? 1 : 0;
    }
    PartitionLoad hottest = partitions.hottest().get(0);
    out.printf(
        "%s: %d of %d accepted; the hottest partition was asked for %.0f units%n",
        how, accepted, ORDERS, hottest.offeredUnits());
    clock.pass(Duration.ofSeconds(1));
  }

  private static boolean write(DynamoDbClient client, String id) {
    Map<String, AttributeValue> order =
        Map.of("day", AttributeValue.fromS("2014-07-09"), "id", AttributeValue.fromS(id));
    try {
      client.putItem(put -> put.tableName("orders").item(order));
      return true;
    } catch (ThrottlingException e) {
      return false;
    }
  }
}
