package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.KeyHeat;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Scans beside a hot key. */
@ExtendWith(LocalDynamoDbExtension.class)
class HotScanTest {

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
}
