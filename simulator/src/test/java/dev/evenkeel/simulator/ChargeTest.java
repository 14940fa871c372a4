package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that cost in several places. */
class ChargeTest {
  private static final CapacityUnits SIX = CapacityUnits.of(6);

  private final PartitionSimulator simulator =
      PartitionSimulator.builder(
              Simulations.table(
                      Capacity.provisioned(9_000, 10), PartitionBehavior.today().withBurst(false))
                  .index(new IndexSpec("i", Capacity.provisioned(10, 10), SortKeys.NONE))
                  .build())
          .build();

  private static Charge write(String index, String key, CapacityUnits units, long bytes) {
    return new Charge(index, key, null, OperationType.WRITE, units, bytes);
  }

  @Test
  void charges_onOneLimit_countTogether() {
    Outcome moved = simulator.offer(0, List.of(write("i", "a", SIX, -9), write("i", "b", SIX, 9)));

    assertThat(moved.reason()).hasToString("IndexWriteProvisionedThroughputExceeded (i)");
    assertThat(simulator.offer(0, List.of(write("i", "a", SIX, 9))).isThrottled()).isFalse();
  }

  @Test
  void charges_ofWhichOneIsNotMet_takeNothing() {
    simulator.offer(0, List.of(write("i", "a", SIX, 0)));

    Outcome outcome =
        simulator.offer(0, List.of(write(null, "t", SIX, 5), write("i", "a", SIX, 5)));

    assertThat(outcome).isEqualTo(new Outcome(0, 1, outcome.reason()));
    assertThat(simulator.offer(0, List.of(write(null, "t", SIX, 5))).isThrottled()).isFalse();
    simulator.advanceTo(1);
    assertThat(simulator.results().get(0).accepted()).isEqualTo(2);
    assertThat(simulator.results().get(0).throttled()).isEqualTo(1);
  }

  @Test
  void scan_costsEachPartitionAnEvenPart() {
    CapacityUnits page = CapacityUnits.of(128);
    simulator.offer(0, List.of(Charge.scan(null, page)));
    simulator.advanceTo(1);

    assertThat(simulator.partitions()).hasSize(4);
    assertThat(simulator.results().get(0).table().hottest().acceptedReadUnits()).isEqualTo(32);
  }

  @Test
  void scans_thatKeepPartitionsHot_splitThemInTheMiddle() {
    PartitionSimulator one =
        Simulations.simulate(Capacity.provisioned(3_000, 0), PartitionBehavior.today());
    for (int second = 0; second < 400 && one.partitions().size() == 1; second++) {
      one.offer(1_000L * second, List.of(Charge.scan(null, CapacityUnits.of(2_900))));
    }

    assertThat(one.partitions())
        .extracting(PartitionState::firstHash)
        .containsExactly(0L, Long.MIN_VALUE);
  }

  @Test
  void deletes_shrinkThePartition_butNotBelowNothing() {
    simulator.offer(0, List.of(write(null, "t", CapacityUnits.of(1), 700)));
    simulator.offer(0, List.of(write(null, "t", CapacityUnits.of(1), -200)));
    assertThat(stored()).isEqualTo(500);
    simulator.offer(0, List.of(write(null, "t", CapacityUnits.of(1), -900)));
    assertThat(stored()).isZero();
  }

  private long stored() {
    return simulator.partitions().stream().mapToLong(PartitionState::storedBytes).sum();
  }

  @Test
  void charges_thatCannotBe_areRefused() {
    assertThatThrownBy(() -> write(null, "t", CapacityUnits.ZERO, 0))
        .hasMessage("Charge: no operation is free, but the units were 0");
    assertThatThrownBy(() -> write(null, null, SIX, 0)).hasMessageContaining("only a Scan");
    assertThatThrownBy(() -> new Charge(null, "t", null, OperationType.READ, SIX, 1))
        .hasMessageContaining("a read stores nothing");
    assertThatThrownBy(() -> simulator.offer(0, List.of())).hasMessageContaining("had 0 charges");
  }
}
