package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.sharding.planning.PartitionEstimate;
import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.testkit.gen.Property;
import org.junit.jupiter.api.Test;

/** The simulated partitions against those that the planners reckon. */
class EstimatorTest {
  @Test
  void partitions_ofATableThatChanges_areThoseOfTheEstimator() {
    Property.check(
        100,
        gen -> {
          long reads = gen.between(1, 20_000);
          long writes = gen.between(1, 10_000);
          long bytes = 1_000_000_000L * gen.between(0, 150);
          PartitionSimulator simulator =
              PartitionSimulator.builder(
                      Simulations.table(
                              Capacity.provisioned(reads, writes), PartitionBehavior.original())
                          .storedBytes(bytes)
                          .build())
                  .build();
          PartitionEstimate estimate = PartitionEstimator.newTable(reads, writes).holding(bytes);
          assertSame(simulator, estimate);
          for (int change = 1; change <= 3; change++) {
            long newReads = gen.between(1, 40_000);
            long newWrites = gen.between(1, 20_000);
            simulator.changeCapacity(
                change, Simulations.TABLE, Capacity.provisioned(newReads, newWrites));
            estimate = estimate.withThroughput(newReads, newWrites);
            assertSame(simulator, estimate);
          }
        });
  }

  private static void assertSame(PartitionSimulator simulator, PartitionEstimate estimate) {
    assertThat(simulator.partitions()).hasSize((int) estimate.partitions());
    double largest =
        simulator.partitions().stream()
            .mapToDouble(PartitionState::writeUnitsPerSecond)
            .max()
            .orElseThrow();
    assertThat(largest).isCloseTo(estimate.groups().get(0).writeUnitsPerSecond(), within(0.000_01));
  }
}
