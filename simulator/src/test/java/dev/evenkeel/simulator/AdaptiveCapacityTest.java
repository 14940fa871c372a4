package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.keyOfEach;
import static dev.evenkeel.simulator.Simulations.simulate;
import static dev.evenkeel.simulator.Simulations.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table of four partitions, provisioned for 1,600 writes a second after it had 4,000. */
class AdaptiveCapacityTest {
  private static final PartitionBehavior PLAIN = new PartitionBehavior(false, false, false, false);

  private static PartitionSimulator fourPartitions(PartitionBehavior behavior) {
    PartitionSimulator simulator = simulate(Capacity.provisioned(0, 4_000), behavior);
    simulator.changeCapacity(0, Simulations.TABLE, Capacity.provisioned(0, 1_600));
    return simulator;
  }

  @Test
  void hotPartition_withoutAdaptiveCapacity_getsItsEvenPart() {
    PartitionSimulator simulator = fourPartitions(PLAIN);
    String key = keyOfEach(simulator).get(0);

    Outcome outcome = simulator.offer(Request.insert(0, key, 1_000), 1_000);

    assertThat(outcome.accepted()).isEqualTo(400);
    assertThat(outcome.reason()).hasToString("TableWriteKeyRangeThroughputExceeded (orders)");
  }

  @Test
  void heat_withoutAdaptiveCapacity_isAPartOfTheEvenPart() {
    for (boolean adaptive : List.of(true, false)) {
      PartitionSimulator simulator = fourPartitions(PLAIN.withAdaptive(adaptive));
      write(simulator, 0, keyOfEach(simulator).get(0), 800);
      simulator.advanceTo(1);

      assertThat(simulator.results().get(0).table().hottest().heat())
          .as("adaptive: %s", adaptive)
          .isEqualTo(adaptive ? 0.8 : 2);
    }
  }

  @Test
  void hotPartition_withAdaptiveCapacity_getsWhatOthersLeaveUpToItsLimit() {
    PartitionSimulator simulator = fourPartitions(PLAIN.withAdaptive(true));
    List<String> keys = keyOfEach(simulator);

    assertThat(write(simulator, 0, keys.get(1), 200)).isEqualTo(200);
    assertThat(write(simulator, 0, keys.get(0), 1_500)).isEqualTo(1_000);
    assertThat(write(simulator, 1, keys.get(1), 900)).isEqualTo(900);
    assertThat(write(simulator, 1, keys.get(0), 1_000)).isEqualTo(700);
  }

  @Test
  void table_usedUp_throttlesForItsProvisionedThroughput() {
    for (boolean adaptive : List.of(true, false)) {
      PartitionSimulator simulator = fourPartitions(PLAIN.withAdaptive(adaptive));
      List<String> keys = keyOfEach(simulator);
      keys.forEach(key -> assertThat(write(simulator, 0, key, 400)).isEqualTo(400));

      Outcome outcome = simulator.offer(Request.insert(0, keys.get(0), 1_000));

      assertThat(outcome.reason())
          .as("adaptive: %s", adaptive)
          .hasToString("TableWriteProvisionedThroughputExceeded (orders)");
    }
  }

  @Test
  void throughput_changedAgain_isDividedAnew() {
    PartitionSimulator simulator = fourPartitions(PLAIN);
    String key = keyOfEach(simulator).get(0);
    write(simulator, 9, key, 1);

    simulator.changeCapacity(10, Simulations.TABLE, Capacity.provisioned(0, 2_000));

    assertThat(write(simulator, 10, key, 1_000)).isEqualTo(500);
  }
}
