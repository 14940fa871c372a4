package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.simulate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnDemandTest {
  private static final PartitionBehavior PLAIN = new PartitionBehavior(false, false, true, false);

  /** Offers so much to each partition; what all accepted. */
  private static long offerEach(
      PartitionSimulator simulator, long second, Access access, long count) {
    int bytes = access == Access.INSERT ? 1_000 : 4_000;
    return outcomes(simulator, second, access, bytes, count).stream()
        .mapToLong(Outcome::accepted)
        .sum();
  }

  private static List<Outcome> outcomes(
      PartitionSimulator simulator, long second, Access access, int bytes, long count) {
    List<Outcome> outcomes = new ArrayList<>();
    for (String key : Simulations.keyOfEach(simulator)) {
      outcomes.add(simulator.offer(Request.of(1_000 * second, key, null, access, bytes), count));
    }
    return outcomes;
  }

  @Test
  void newTable_hasFourPartitionsFor4000WritesAnd12000Reads() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), PLAIN);

    assertThat(simulator.partitions()).hasSize(4);
    assertThat(offerEach(simulator, 0, Access.INSERT, 5_000)).isEqualTo(4_000);
    assertThat(offerEach(simulator, 0, Access.STRONG_READ, 5_000)).isEqualTo(12_000);
  }

  @Test
  void peak_isDoubledHalfAnHourLater() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), PLAIN);
    assertThat(offerEach(simulator, 0, Access.INSERT, 1_000)).isEqualTo(4_000);
    assertThat(offerEach(simulator, 1_799, Access.INSERT, 5_000)).isEqualTo(4_000);

    simulator.advanceTo(1_800);

    assertThat(simulator.partitions()).hasSize(8);
    assertThat(offerEach(simulator, 1_800, Access.INSERT, 5_000)).isEqualTo(8_000);
    assertThat(offerEach(simulator, 3_599, Access.INSERT, 5_000)).isEqualTo(8_000);

    simulator.advanceTo(3_600);

    assertThat(simulator.partitions()).hasSize(16);
    assertThat(offerEach(simulator, 3_600, Access.INSERT, 5_000)).isEqualTo(16_000);
  }

  @Test
  void peak_belowHalfOfWhatIsTaken_changesNothing() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), PLAIN);
    offerEach(simulator, 0, Access.INSERT, 500);
    simulator.advanceTo(10_000);

    assertThat(simulator.partitions()).hasSize(4);
    assertThat(offerEach(simulator, 10_000, Access.INSERT, 5_000)).isEqualTo(4_000);
  }

  @Test
  void warmedTable_takesThatMuchAtOnce() {
    PartitionSimulator simulator = simulate(Capacity.onDemand().warmedFor(12_000, 50_000), PLAIN);

    assertThat(simulator.partitions()).hasSize(50);
    assertThat(offerEach(simulator, 0, Access.INSERT, 5_000)).isEqualTo(50_000);
  }

  @Test
  void limits_ofOwnerAndAccount_areNamed() {
    assertThat(firstReason(Capacity.onDemand().withMax(100, 2_500)))
        .isEqualTo("TableWriteMaxOnDemandThroughputExceeded (orders)");
    assertThat(firstReason(Capacity.onDemand().withQuota(100, 2_500)))
        .isEqualTo("TableWriteAccountLimitExceeded (orders)");
  }

  private static String firstReason(Capacity capacity) {
    return outcomes(simulate(capacity, PLAIN), 0, Access.INSERT, 1_000, 700).stream()
        .filter(Outcome::isThrottled)
        .map(outcome -> String.valueOf(outcome.reason()))
        .findFirst()
        .orElseThrow();
  }

  /** A partition with burst takes more than its limit, but no table more than it adapted to. */
  @Test
  void burst_ofOnePartition_isBoundedByTheTable() {
    PartitionSimulator simulator =
        simulate(Capacity.onDemand(), new PartitionBehavior(true, true, true, false));

    Outcome outcome = simulator.offer(Request.insert(300_000, "hot", 1_000), 20_000);

    assertThat(outcome.accepted()).isEqualTo(4_000);
    assertThat(outcome.reason()).hasToString("TableWriteKeyRangeThroughputExceeded (orders)");
  }

  @Test
  void onDemand_cannotBeWarmedForLessOrBeProvisioned() {
    assertThatThrownBy(() -> Capacity.onDemand().warmedFor(12_000, 3_999))
        .hasMessageContaining("at least 12000 read and 4000 write units");
    PartitionSimulator simulator = simulate(Capacity.onDemand(), PLAIN);
    assertThatThrownBy(
            () -> simulator.changeCapacity(0, Simulations.TABLE, Capacity.provisioned(1, 1)))
        .hasMessageContaining("no throughput to change");
  }

  /** A million writes a second for a minute, over a thousand partitions. */
  @Test
  void millionWritesASecond_overAThousandPartitions_areAccepted() {
    PartitionSimulator simulator =
        simulate(Capacity.onDemand().warmedFor(12_000, 1_000_000), PLAIN);
    assertThat(simulator.partitions()).hasSize(1_000);
    List<String> keys = Simulations.keyOfEach(simulator);
    for (int second = 0; second < 60; second++) {
      for (String key : keys) {
        assertThat(Simulations.write(simulator, second, key, 1_000)).isEqualTo(1_000);
      }
    }
  }
}
