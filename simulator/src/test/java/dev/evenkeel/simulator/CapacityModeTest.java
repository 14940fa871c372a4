package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.TABLE;
import static dev.evenkeel.simulator.Simulations.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables that change between provisioned and on-demand mode. */
class CapacityModeTest {
  private static final PartitionBehavior PLAIN = PartitionBehavior.today().withBurst(false);

  @Test
  void provisionedTable_thatBecomesOnDemand_isLimitedByItsPartitions() {
    PartitionSimulator simulator = Simulations.simulate(Capacity.provisioned(10, 10), PLAIN);
    assertThat(write(simulator, 0, "a", 1_000)).isEqualTo(10);

    simulator.changeMode(1, Map.of(TABLE, Capacity.onDemand()));

    assertThat(simulator.partitions()).hasSize(4);
    assertThat(write(simulator, 1, "a", 1_500)).isEqualTo(1_000);
  }

  @Test
  void onDemandTable_thatBecomesProvisioned_keepsItsPartitionsAndHasOneBudget() {
    PartitionSimulator simulator = Simulations.simulate(Capacity.onDemand(), PLAIN);

    simulator.changeMode(5, Map.of(TABLE, Capacity.provisioned(10, 300)));

    Outcome outcome = simulator.offer(Request.insert(5_000, "a", 1_000), 1_000);
    assertThat(outcome.accepted()).isEqualTo(300);
    assertThat(outcome.reason()).hasToString("TableWriteProvisionedThroughputExceeded (orders)");
    assertThat(simulator.partitions()).hasSize(4);
  }

  @Test
  void budget_ofTheNewMode_hasNothingKeptFromBefore() {
    PartitionSimulator simulator =
        Simulations.simulate(Capacity.onDemand(), PartitionBehavior.today());

    simulator.changeMode(500, Map.of(TABLE, Capacity.provisioned(10, 300)));

    assertThat(write(simulator, 500, "a", 1_000)).isEqualTo(300);
    assertThat(write(simulator, 502, "a", 1_000)).isEqualTo(600);
  }

  @Test
  void modesOrNames_thatDoNotFit_areRefused() {
    PartitionSimulator simulator =
        PartitionSimulator.builder(
                Simulations.table(Capacity.onDemand(), PLAIN)
                    .index(new IndexSpec("i", Capacity.onDemand(), SortKeys.NONE))
                    .build())
            .build();
    Capacity provisioned = Capacity.provisioned(1, 1);

    assertThatThrownBy(() -> simulator.changeMode(1, Map.of(TABLE, provisioned)))
        .hasMessageStartingWith(
            "The mode of [orders, i] changes together, to provisioned, but given were");
    assertThatThrownBy(
            () -> simulator.changeMode(1, Map.of(TABLE, provisioned, "i", Capacity.onDemand())))
        .hasMessageContaining("changes together");
    simulator.changeMode(1, Map.of(TABLE, provisioned, "i", provisioned));
    assertThatThrownBy(() -> simulator.changeMode(2, Map.of(TABLE, provisioned, "i", provisioned)))
        .hasMessageContaining("to on-demand");
    simulator.offer(Request.insert(2_000, "a", 100));
    assertThatThrownBy(
            () ->
                simulator.changeMode(
                    2, Map.of(TABLE, Capacity.onDemand(), "i", Capacity.onDemand())))
        .hasMessageContaining("second 2 has had requests");
  }
}
