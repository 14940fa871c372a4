package dev.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Properties of any load. */
class RandomLoadTest {
  private static final int RUNS = 150;

  @Test
  void equalRequestsAtOnce_comeOutAsOneByOne() {
    Property.check(
        RUNS,
        gen -> {
          RandomLoad load = RandomLoad.draw(gen, gen.chance(0.5));
          PartitionSimulator atOnce = simulator(load, 1);
          PartitionSimulator oneByOne = simulator(load, 1);
          for (RandomLoad.Burst burst : load.bursts()) {
            Outcome outcome = atOnce.offer(burst.request(), burst.count());
            assertThat(outcome).isEqualTo(oneByOne(oneByOne, burst));
          }
          assertThat(results(atOnce)).isEqualTo(results(oneByOne));
          assertThat(atOnce.partitions()).isEqualTo(oneByOne.partitions());
          assertThat(atOnce.partitions("i")).isEqualTo(oneByOne.partitions("i"));
        });
  }

  private static Outcome oneByOne(PartitionSimulator simulator, RandomLoad.Burst burst) {
    Outcome sum = new Outcome(0, 0, null);
    for (int i = 0; i < burst.count(); i++) {
      Outcome next = simulator.offer(burst.request());
      assertThat(sum.isThrottled() && !next.isThrottled()).isFalse();
      sum =
          new Outcome(
              sum.accepted() + next.accepted(),
              sum.throttled() + next.throttled(),
              sum.isThrottled() ? sum.reason() : next.reason());
      assertThat(next.isThrottled() ? next.reason() : sum.reason()).isEqualTo(sum.reason());
    }
    return sum;
  }

  @Test
  void equalSeeds_giveEqualResults_andOthersOtherPlaces() {
    Property.check(
        20,
        gen -> {
          RandomLoad load = RandomLoad.draw(gen, gen.chance(0.5));
          PartitionSimulator first = run(load, gen.seed());
          PartitionSimulator second = run(load, gen.seed());

          assertThat(results(first)).isEqualTo(results(second));
          assertThat(first.partitions()).isEqualTo(second.partitions());
        });
    RandomLoad load = RandomLoad.draw(Gen.seeded(7, 40), true);
    assertThat(
            List.of(run(load, 1), run(load, 2), run(load, 3), run(load, 4)).stream()
                .map(RandomLoadTest::results)
                .distinct())
        .hasSizeGreaterThan(1);
  }

  /** Unused throughput is all that can be saved, so no more is accepted than there has been. */
  @Test
  void acceptedUnits_neverExceedWhatWasProvisionedUpToThen() {
    Property.check(
        RUNS,
        gen -> {
          RandomLoad load = RandomLoad.draw(gen, true);
          PartitionSimulator simulator = simulator(load, gen.seed());
          double reads = 0;
          double writes = 0;
          for (RandomLoad.Burst burst : load.bursts()) {
            Request request = burst.request();
            double units =
                simulator.offer(request, burst.count()).accepted()
                    * request.access().units(request.itemBytes()).asDouble();
            if (request.index() == null && request.access().type() == OperationType.READ) {
              reads += units;
            } else if (request.index() == null) {
              writes += units;
            }
            double seconds = request.second() + 1.0;
            Capacity.Provisioned capacity = (Capacity.Provisioned) load.table().capacity();
            assertThat(reads).isLessThanOrEqualTo(seconds * capacity.throughput().readUnits());
            assertThat(writes).isLessThanOrEqualTo(seconds * capacity.throughput().writeUnits());
          }
        });
  }

  /** A second never has more than its own units and 300 seconds' worth of kept ones. */
  @Test
  void acceptedUnitsOfTheHottestPartition_areWithinItsLimitAndBurst() {
    Property.check(
        RUNS,
        gen -> {
          RandomLoad load = RandomLoad.draw(gen, gen.chance(0.5));
          boolean mayBurst =
              load.table().behavior().burst() && load.table().behavior().burstAboveLimit();
          double seconds = mayBurst ? 1.0 + PartitionRules.BURST_SECONDS : 1.0;
          for (SecondResult result : results(run(load, gen.seed()))) {
            result.resources().stream()
                .map(resource -> resource.hottest())
                .filter(heat -> heat != null)
                .forEach(
                    heat -> {
                      assertThat(heat.acceptedWriteUnits())
                          .isLessThanOrEqualTo(seconds * PartitionRules.PARTITION_WRITE_UNITS);
                      assertThat(heat.acceptedReadUnits())
                          .isLessThanOrEqualTo(seconds * PartitionRules.PARTITION_READ_UNITS);
                    });
          }
        });
  }

  private static PartitionSimulator simulator(RandomLoad load, long seed) {
    return PartitionSimulator.builder(load.table()).seed(seed).build();
  }

  private static PartitionSimulator run(RandomLoad load, long seed) {
    PartitionSimulator simulator = simulator(load, seed);
    load.bursts().forEach(burst -> simulator.offer(burst.request(), burst.count()));
    return simulator;
  }

  private static List<SecondResult> results(PartitionSimulator simulator) {
    simulator.advanceTo(1_000_000);
    return simulator.results();
  }
}
