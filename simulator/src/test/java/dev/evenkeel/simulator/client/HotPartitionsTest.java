package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** The report of hot partitions. */
@ExtendWith(LocalDynamoDbExtension.class)
class HotPartitionsTest {

  @AfterEach
  void delete(DynamoDbClient local) {
    local.deleteTable(r -> r.tableName(Events.TABLE));
  }

  @Test
  void scan_whereOnePartitionIsUsedUp_isThrottledThere(DynamoDbClient local) {
    Events.create(local);
    SimulatedPartitions partitions =
        SimulatedPartitions.builder()
            .table(Events.spec(Capacity.onDemand()))
            .clock(MovableClock.at(Instant.EPOCH))
            .loadFactor(5_800)
            .build();
    DynamoDbClient client = partitions.wrap(local);
    client.getItem(get -> get.tableName(Events.TABLE).key(Events.key("hot", 1)));

    assertThatThrownBy(() -> client.scan(scan -> scan.tableName(Events.TABLE)))
        .isInstanceOf(ThrottlingException.class)
        .hasMessageContaining("TableReadKeyRangeThroughputExceeded");

    assertThat(partitions.hottest()).hasSize(4);
    assertThat(partitions.throttled())
        .singleElement()
        .satisfies(
            load -> {
              assertThat(load.throttled()).isEqualTo(1);
              assertThat(load.acceptedUnits()).isEqualTo(2_900);
              assertThat(load.hottestKeys())
                  .containsExactly(
                      new KeyHeat("hot", 2_900, true), new KeyHeat("(all, by Scan)", 725, true));
            });
  }

  /** A limit is found behind the other. */
  @Test
  void throttled_byTwoLimits_tellsOfEach(DynamoDbClient local) {
    Events.create(local);
    MovableClock clock = MovableClock.at(Instant.EPOCH);
    SimulatedPartitions partitions =
        SimulatedPartitions.builder()
            .table(Events.spec(Capacity.onDemand().withMax(12_000, 1_500)))
            .clock(clock)
            .loadFactor(500)
            .build();
    DynamoDbClient client = partitions.wrap(local);
    put(client, "day", 3);
    clock.pass(Duration.ofSeconds(1));
    put(client, "a", 1);
    put(client, "b", 1);
    put(client, "c", 1);
    put(client, "day", 1);

    assertThat(partitions.throttled())
        .extracting(load -> Objects.requireNonNull(load.reason()).limit())
        .containsExactly(LimitType.KEY_RANGE_THROUGHPUT, LimitType.MAX_ON_DEMAND_THROUGHPUT);
  }

  /** Some are throttled. */
  private static void put(DynamoDbClient client, String key, int count) {
    for (int i = 0; i < count; i++) {
      try {
        client.putItem(Events.put(Events.item(key, i)));
      } catch (ThrottlingException e) {
        assertThat(e.throttlingReasons()).hasSize(1);
      }
    }
  }
}
