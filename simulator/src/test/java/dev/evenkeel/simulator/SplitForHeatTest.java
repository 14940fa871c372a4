package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.simulate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import org.junit.jupiter.api.Test;

/** 2,000 writes a second in one partition of a table that has the throughput. */
class SplitForHeatTest {
  private static final int REQUESTS = 40;
  private static final PartitionBehavior BEHAVIOR = PartitionBehavior.today().withBurst(false);

  private static PartitionSimulator table(PartitionBehavior behavior, SortKeys sortKeys) {
    PartitionSimulator simulator = simulate(Capacity.provisioned(0, 1_000), behavior, sortKeys);
    assertThat(simulator.partitions()).hasSize(1);
    return simulator;
  }

  /** Writes over many keys; how many were accepted. */
  private static long manyKeys(PartitionSimulator simulator, long second) {
    long accepted = 0;
    for (int i = 0; i < REQUESTS; i++) {
      accepted += Simulations.write(simulator, second, "key-" + i, 50);
    }
    return accepted;
  }

  /** Writes over many sort keys of one key; how many were accepted. */
  private static long oneKey(PartitionSimulator simulator, long second) {
    long accepted = 0;
    for (int i = 0; i < REQUESTS; i++) {
      Request put =
          Request.of(1_000 * second, "hot", "sort-" + (1_000 * second + i), Access.INSERT, 1_000);
      accepted += simulator.offer(put, 50).accepted();
    }
    return accepted;
  }

  @Test
  void manyKeys_hotForTheWholeTime_areSplitAndGain() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), BEHAVIOR);
    int before = simulator.partitions().size();
    long first = hotRange(simulator, 0);
    for (int second = 1; second < PartitionRules.HEAT_SECONDS; second++) {
      assertThat(hotRange(simulator, second)).isEqualTo(first);
    }
    assertThat(first).isEqualTo(1_000);
    assertThat(simulator.partitions()).hasSize(before);

    long after = hotRange(simulator, PartitionRules.HEAT_SECONDS);

    assertThat(simulator.partitions()).hasSize(before + 1);
    assertThat(after).isGreaterThan(1_500);
  }

  /** 2,000 writes over the keys that lie in the first partition of four. */
  private static long hotRange(PartitionSimulator simulator, long second) {
    long quarter = 1L << 62;
    long accepted = 0;
    int found = 0;
    for (int i = 0; found < REQUESTS; i++) {
      if (isBefore(simulator, "key-" + i, quarter)) {
        accepted += Simulations.write(simulator, second, "key-" + i, 50);
        found++;
      }
    }
    return accepted;
  }

  private static boolean isBefore(PartitionSimulator simulator, String key, long hash) {
    long partition = simulator.partitionOf(key, null);
    return simulator.partitions().stream()
        .anyMatch(
            state ->
                state.partition() == partition
                    && Long.compareUnsigned(state.firstHash(), hash) < 0);
  }

  @Test
  void oneKey_withSpreadSortKeys_isDividedBetweenThem() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), BEHAVIOR, SortKeys.SPREAD);
    for (int second = 0; second < PartitionRules.HEAT_SECONDS; second++) {
      assertThat(oneKey(simulator, second)).isEqualTo(1_000);
    }

    assertThat(oneKey(simulator, PartitionRules.HEAT_SECONDS)).isGreaterThan(1_400);
    assertThat(simulator.partitions()).hasSize(5);
  }

  /** Two of 400 KB are 800 units, and a third does not fit. */
  @Test
  void manyKeys_ofItemsThatLeaveARest_areSplit() {
    PartitionSimulator simulator = table(BEHAVIOR, SortKeys.NONE);
    for (int second = 0; second <= PartitionRules.HEAT_SECONDS; second++) {
      for (int i = 0; i < 5; i++) {
        simulator.offer(
            Request.of(1_000L * second, "key-" + i, null, Access.REPLACE, 400 * 1_024), 1);
      }
    }

    assertThat(simulator.partitions()).hasSize(2);
  }

  @Test
  void oneItem_withASortKey_gainsNothing() {
    PartitionSimulator simulator = simulate(Capacity.onDemand(), BEHAVIOR, SortKeys.SPREAD);
    for (int second = 0; second < 2 * PartitionRules.HEAT_SECONDS; second++) {
      Request update = Request.of(1_000L * second, "hot", "item", Access.REPLACE, 1_000);
      assertThat(simulator.offer(update, 2_000).accepted()).isEqualTo(1_000);
    }

    assertThat(simulator.partitions()).hasSize(4);
  }

  @Test
  void partition_hotWithAPause_isNotSplit() {
    PartitionSimulator simulator = table(BEHAVIOR, SortKeys.NONE);
    for (int second = 0; second <= PartitionRules.HEAT_SECONDS; second++) {
      if (second != 100) {
        manyKeys(simulator, second);
      }
    }
    simulator.advanceTo(PartitionRules.HEAT_SECONDS + 1);

    assertThat(simulator.partitions()).hasSize(1);
  }

  @Test
  void splitForHeat_switchedOff_splitsNothing() {
    PartitionSimulator simulator = table(BEHAVIOR.withSplitForHeat(false), SortKeys.NONE);
    for (int second = 0; second < 2 * PartitionRules.HEAT_SECONDS; second++) {
      manyKeys(simulator, second);
    }
    simulator.advanceTo(2L * PartitionRules.HEAT_SECONDS);

    assertThat(simulator.partitions()).hasSize(1);
  }
}
