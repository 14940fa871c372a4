package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.UnknownTables;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** The tables that are simulated, and the requests that are refused. */
@ExtendWith(LocalDynamoDbExtension.class)
class SimulatedTablesTest {
  private final DynamoDbClient local;

  SimulatedTablesTest(DynamoDbClient local) {
    this.local = local;
  }

  private static SimulatedPartitions.Builder partitions() {
    return SimulatedPartitions.builder().clock(MovableClock.at(Instant.EPOCH));
  }

  private void createNew(String table) {
    Events.create(local, table);
  }

  @Test
  void unknownTable_unlessSaid_isRefused() {
    createNew("unknown");
    DynamoDbClient client = partitions().build().wrap(local);

    assertThatThrownBy(() -> client.scan(scan -> scan.tableName("unknown")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("Scan on 'unknown' refused: the simulation has no TableSpec");
    client.describeTable(describe -> describe.tableName("unknown"));
  }

  @Test
  void unknownTable_thatPasses_isNeverThrottled() {
    createNew("passed");
    SimulatedPartitions partitions =
        partitions().unknownTables(UnknownTables.PASS).loadFactor(1_000_000).build();

    partitions.wrap(local).scan(scan -> scan.tableName("passed"));

    assertThat(partitions.hottest()).isEmpty();
    assertThatThrownBy(() -> partitions.results("passed"))
        .hasMessageContaining("Nothing was asked of a simulated table passed");
  }

  @Test
  void unknownTable_described_isSimulatedAsItIs() {
    createNew("described");
    local.updateTable(
        update ->
            update
                .tableName("described")
                .onDemandThroughput(max -> max.maxReadRequestUnits(10L).maxWriteRequestUnits(5L)));
    SimulatedPartitions partitions = partitions().unknownTables(UnknownTables.DESCRIBE).build();
    DynamoDbClient client = partitions.wrap(local);

    List<Boolean> throttled =
        IntStream.range(0, 7).mapToObj(i -> isThrottled(client, "described", i)).toList();

    assertThat(partitions.partitions("described", Events.INDEX)).hasSize(4);
    assertThat(throttled)
        .as(local.describeTable(d -> d.tableName("described")).table().toString())
        .containsExactly(false, false, false, false, false, true, true);
  }

  private static boolean isThrottled(DynamoDbClient client, String table, int at) {
    try {
      client.putItem(put -> put.tableName(table).item(Events.item("d", at)));
      return false;
    } catch (ThrottlingException e) {
      return true;
    }
  }

  @Test
  void unknownTable_thatIsNotThere_failsAsItDoesPlainly() {
    DynamoDbClient client = partitions().unknownTables(UnknownTables.DESCRIBE).build().wrap(local);
    assertThatThrownBy(() -> client.scan(scan -> scan.tableName("nowhere")))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void spec_withOtherIndexesThanTheTable_isRefused() {
    createNew("indexed");
    DynamoDbClient client =
        partitions()
            .table(TableSpec.builder("indexed").capacity(Capacity.onDemand()).build())
            .build()
            .wrap(local);
    assertThatThrownBy(() -> client.scan(scan -> scan.tableName("indexed")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "has the global secondary indexes [by_kind] but its TableSpec has []");
  }

  @Test
  void tableMadeAnew_beginsAnew() {
    createNew("again");
    SimulatedPartitions partitions = partitions().unknownTables(UnknownTables.DESCRIBE).build();
    DynamoDbClient client = partitions.wrap(local);
    client.putItem(put -> put.tableName("again").item(Events.item("d", 1)));

    client.deleteTable(delete -> delete.tableName("again"));
    client.createTable(
        create ->
            create
                .tableName("again")
                .keySchema(List.of(Events.hash("id")))
                .attributeDefinitions(List.of(Events.text("id")))
                .provisionedThroughput(
                    ProvisionedThroughput.builder()
                        .readCapacityUnits(1L)
                        .writeCapacityUnits(2_500L)
                        .build()));
    client.putItem(put -> put.tableName("again").item(Map.of("id", Events.value("d"))));

    assertThat(partitions.partitions("again")).hasSize(3);
    assertThat(partitions.throttled()).isEmpty();
    assertThat(partitions.hottest()).hasSize(2);
  }

  @Test
  void requestsWhoseCostIsUnknown_areRefused() {
    createNew("refusing");
    SimulatedPartitions partitions = partitions().unknownTables(UnknownTables.DESCRIBE).build();
    DynamoDbClient client = partitions.wrap(local);

    assertThatThrownBy(() -> client.executeStatement(s -> s.statement("SELECT * FROM refusing")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("uncharged");
    assertThatThrownBy(
            () ->
                client.updateItem(
                    update ->
                        update
                            .tableName("refusing")
                            .key(Events.key("d", 1))
                            .attributeUpdates(
                                Map.of("text", AttributeValueUpdate.builder().build()))))
        .hasMessageContaining("AttributeUpdates");
    assertThatThrownBy(() -> client.query(q -> q.tableName("refusing").keyConditions(Map.of())))
        .hasMessageContaining("KeyConditions");
  }

  @Test
  void malformedRequests_goOnToBeRefused_uncharged(DynamoDbAsyncClient async) {
    createNew("strict");
    SimulatedPartitions partitions = partitions().unknownTables(UnknownTables.DESCRIBE).build();

    assertThatThrownBy(
            () ->
                partitions
                    .wrap(async)
                    .putItem(put -> put.tableName("strict").item(Map.of("x", Events.value("y"))))
                    .join())
        .hasCauseInstanceOf(DynamoDbException.class)
        .hasMessageContaining("required keys");

    assertThat(partitions.hottest()).isEmpty();
  }

  @Test
  void decorators_belowTheSimulation_areRefused() {
    DynamoDbClient sharded =
        ShardingDynamoDbClient.builder(local)
            .table(ShardingSpec.builder("t").partitionKey("p").sortKey("s").shards(2).build())
            .build();
    assertThatThrownBy(() -> partitions().build().wrap(sharded))
        .hasMessageContaining("Wrap the plain client");
    assertThatThrownBy(() -> partitions().build().wrap(partitions().build().wrap(local)))
        .hasMessageContaining("charged twice");
  }

  @Test
  void capacity_thatIsRaised_holdsFromTheNextSecondOn() {
    createNew("scaled");
    MovableClock clock = MovableClock.at(Instant.EPOCH);
    TableSpec spec =
        TableSpec.builder("scaled")
            .capacity(Capacity.provisioned(1, 1))
            .index(new IndexSpec(Events.INDEX, Capacity.provisioned(1, 1), SortKeys.SPREAD))
            .build();
    SimulatedPartitions partitions = SimulatedPartitions.builder().clock(clock).table(spec).build();
    DynamoDbClient client = partitions.wrap(local);
    client.putItem(put -> put.tableName("scaled").item(Events.item("d", 1)));
    assertThatThrownBy(
            () -> partitions.changeCapacity("scaled", "scaled", Capacity.provisioned(1, 3_500)))
        .hasMessageContaining("second 0 has had requests");

    clock.pass(Duration.ofSeconds(1));
    partitions.changeCapacity("scaled", "scaled", Capacity.provisioned(1, 3_500));
    for (int at = 2; at < 6; at++) {
      Map<String, AttributeValue> item = Events.item("d", at);
      client.putItem(put -> put.tableName("scaled").item(item));
    }

    assertThat(partitions.partitions("scaled")).hasSize(4);
    assertThat(partitions.throttled()).isEmpty();
  }

  @Test
  void clock_thatGoesOn_endsSeconds() {
    createNew("timed");
    MovableClock clock = MovableClock.at(Instant.EPOCH);
    SimulatedPartitions partitions =
        SimulatedPartitions.builder().clock(clock).unknownTables(UnknownTables.DESCRIBE).build();
    partitions.wrap(local).putItem(put -> put.tableName("timed").item(Events.item("d", 1)));
    assertThat(partitions.results("timed")).isEmpty();

    clock.pass(Duration.ofSeconds(3));
    clock.moveTo(Instant.EPOCH);

    assertThat(partitions.results("timed")).hasSize(1);
    assertThat(partitions.results("timed").get(0).accepted()).isEqualTo(1);
  }
}
