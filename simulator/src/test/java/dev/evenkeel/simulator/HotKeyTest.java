package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.simulate;
import static dev.evenkeel.simulator.Simulations.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key of which 20,000 writes a second are asked, in a table provisioned for as many. */
class HotKeyTest {
  private static final Capacity CAPACITY = Capacity.provisioned(0, 20_000);
  private static final PartitionBehavior NO_SPLITS =
      PartitionBehavior.today().withSplitForHeat(false);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void hotKey_onceBurstIsSpent_isCappedAt1000(boolean adaptive) {
    PartitionSimulator simulator = simulate(CAPACITY, NO_SPLITS.withAdaptive(adaptive));

    assertThat(write(simulator, 300, "hot", 20_000)).isEqualTo(20_000);
    for (int second = 301; second < 320; second++) {
      write(simulator, second, "hot", 20_000);
    }
    assertThat(write(simulator, 320, "hot", 20_000)).isEqualTo(1_000);
  }

  @Test
  void hotKey_whereBurstStaysBelowTheLimit_isCappedAt1000AtOnce() {
    PartitionSimulator simulator = simulate(CAPACITY, NO_SPLITS.withBurstAboveLimit(false));

    assertThat(write(simulator, 300, "hot", 20_000)).isEqualTo(1_000);
  }

  @Test
  void hotKey_withoutBurst_isCappedAtOnceAndSaysWhy() {
    PartitionSimulator simulator = simulate(CAPACITY, NO_SPLITS.withBurst(false));

    Outcome outcome = simulator.offer(Request.insert(300_000, "hot", 1_000), 20_000);

    assertThat(outcome.accepted()).isEqualTo(1_000);
    assertThat(outcome.throttled()).isEqualTo(19_000);
    assertThat(outcome.reason()).hasToString("TableWriteKeyRangeThroughputExceeded (orders)");
  }

  /** A single key gains nothing by split for heat, and neither does one whose sort keys grow. */
  @ParameterizedTest
  @ValueSource(strings = {"NONE", "GROWING"})
  void hotKey_withSplitForHeat_gainsNothing(String sortKeys) {
    PartitionSimulator simulator =
        simulate(CAPACITY, PartitionBehavior.today().withBurst(false), SortKeys.valueOf(sortKeys));
    for (int second = 0; second < 1_000; second++) {
      assertThat(write(simulator, second, "hot", 20_000)).isEqualTo(1_000);
    }
    assertThat(simulator.partitions()).hasSize(20);
  }

  /** Any client could get 1,000 for each partition that has a shard; rotation gets it. */
  @Test
  void tenShards_on20Partitions_getWhatTheirPartitionsCarry() {
    double gain = 0;
    for (int seed = 0; seed < 20; seed++) {
      PartitionSimulator simulator =
          PartitionSimulator.builder(
                  Simulations.table(CAPACITY, NO_SPLITS.withBurst(false)).build())
              .seed(seed)
              .build();
      long accepted =
          IntStream.range(0, 10).mapToLong(i -> write(simulator, 0, "hot." + i, 2_000)).sum();

      assertThat(accepted).as("seed %d", seed).isEqualTo(1_000L * partitionsOfShards(simulator));
      gain += accepted / 1_000.0 / 20;
    }
    // 20 x (1 - 0.95^10) = 8.03 of 20 partitions have one of 10 shards on average.
    assertThat(gain).isBetween(7.0, 9.0);
  }

  private static long partitionsOfShards(PartitionSimulator simulator) {
    return IntStream.range(0, 10)
        .mapToLong(i -> simulator.partitionOf("hot." + i, null))
        .distinct()
        .count();
  }

  @Test
  void results_ofASecond_nameTheHottestPartition() {
    PartitionSimulator simulator = simulate(CAPACITY, NO_SPLITS);
    write(simulator, 7, "cold", 10);
    write(simulator, 7, "hot", 20_000);
    simulator.advanceTo(8);

    SecondResult result = simulator.results().get(0);

    assertThat(simulator.results()).hasSize(1);
    assertThat(result.second()).isEqualTo(7);
    assertThat(result.offered()).isEqualTo(20_010);
    assertThat(result.throttled()).isEqualTo(result.offered() - result.accepted());
    assertThat(result.throttles().values()).containsExactly(result.throttled());
    assertThat(result.table().partitions()).isEqualTo(20);
    assertThat(Objects.requireNonNull(result.table().hottest()).partition())
        .isEqualTo(simulator.partitionOf("hot", null));
    assertThat(result.table().hottest().heat()).isEqualTo(20);
  }
}
