package dev.evenkeel.jobs.prewarm;

import static dev.evenkeel.jobs.cost.SomePrices.ofUnits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.simulator.PartitionSimulator;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guide's recipe, held against the partitions that it makes. */
class ScaleTestPlanTest {
  @ParameterizedTest
  @CsvSource({
    "0, 2000, 500000000000",
    "1000, 500, 95000000000",
    "3001, 20, 0",
    "7, 0, 41000000001"
  })
  void of_whatATableWillBe_makesItsPartitionsOfANewTable(
      long readUnits, long writeUnits, long storedBytes) {
    Throughput atScale = new Throughput(readUnits, writeUnits);

    ScaleTestPlan plan = ScaleTestPlan.of(atScale, storedBytes);

    assertThat(plan.partitions())
        .isEqualTo(
            PartitionEstimator.newTable(readUnits, writeUnits).holding(storedBytes).partitions())
        .isEqualTo(
            PartitionEstimator.newTable(plan.raised().readUnits(), plan.raised().writeUnits())
                .partitions());
    PartitionSimulator table =
        PartitionSimulator.builder(
                TableSpec.builder("t")
                    .capacity(
                        Capacity.provisioned(plan.raised().readUnits(), plan.raised().writeUnits()))
                    .behavior(PartitionBehavior.original())
                    .build())
            .build();
    table.changeCapacity(1, "t", Capacity.provisioned(readUnits, writeUnits));
    table.offer(Request.insert(2_000, "k", 1));
    List<PartitionState> partitions = table.partitions();
    assertThat(partitions).hasSize((int) plan.partitions());
    assertThat(partitions)
        .allSatisfy(
            partition -> {
              assertThat(partition.writeUnitsPerSecond())
                  .isCloseTo(plan.writeUnitsPerPartition(), within(0.01));
              assertThat(partition.readUnitsPerSecond())
                  .isCloseTo(plan.readUnitsPerPartition(), within(0.01));
            });
  }

  @Test
  void of_tableThatHasThemByItsThroughput_needsNoRaise() {
    ScaleTestPlan plan = ScaleTestPlan.of(new Throughput(0, 5_000), 10_000_000_000L);

    assertThat(plan.isNeeded()).isFalse();
    assertThat(plan.cost(ofUnits(0.00013, 0.00065))).isZero();
    assertThat(plan.isAboveQuota()).isFalse();
  }

  @Test
  void cost_ofAnHour_isWhatIsRaisedByItsPrice() {
    ScaleTestPlan plan = ScaleTestPlan.of(new Throughput(0, 2_000), 500_000_000_000L);

    assertThat(plan.partitions()).isEqualTo(64);
    assertThat(plan.raised()).isEqualTo(new Throughput(0, 64_000));
    assertThat(plan.cost(ofUnits(1, 0.001))).isCloseTo(62, within(1e-9));
    assertThat(plan.isAboveQuota()).isTrue();
    assertThatThrownBy(() -> ScaleTestPlan.of(new Throughput(0, 1), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
