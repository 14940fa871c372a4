package dev.evenkeel.simulator;

import static dev.evenkeel.simulator.Simulations.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SizeSplitTest {
  private static final Capacity SMALL = Capacity.provisioned(300, 500);
  private static final int ITEM_BYTES = 400_000;

  private static PartitionSimulator fullPartition(SortKeys sortKeys) {
    return PartitionSimulator.builder(
            table(SMALL, PartitionBehavior.original())
                .sortKeys(sortKeys)
                .storedBytes(PartitionRules.PARTITION_BYTES)
                .build())
        .build();
  }

  private static void insert(PartitionSimulator simulator, String sortKey) {
    simulator.offer(Request.of(0, "big", sortKey, Access.INSERT, ITEM_BYTES));
    simulator.advanceTo(1);
  }

  @Test
  void table_thatIsLargeAlready_beginsWithAsManyPartitionsAsItsBytesNeed() {
    PartitionSimulator simulator =
        PartitionSimulator.builder(
                table(SMALL, PartitionBehavior.original()).storedBytes(79_999_999_999L).build())
            .build();

    assertThat(simulator.partitions()).hasSize(8);
    assertThat(simulator.partitions().stream().mapToLong(PartitionState::storedBytes).sum())
        .isEqualTo(79_999_999_999L);
    assertThat(simulator.partitions())
        .allSatisfy(state -> assertThat(state.writeUnitsPerSecond()).isEqualTo(62.5));
  }

  @Test
  void partition_filledByOneKeyWithSortKeys_isSplitWithinTheKey() {
    PartitionSimulator spread = fullPartition(SortKeys.SPREAD);
    insert(spread, "a");

    assertThat(spread.partitions()).hasSize(2);
    assertThat(placesOf(spread)).isEqualTo(2);
  }

  @Test
  void partition_filledByOneKeyWithoutSortKeys_keepsTheKeyTogether() {
    PartitionSimulator single = fullPartition(SortKeys.NONE);
    insert(single, "a");

    assertThat(single.partitions()).hasSize(2);
    assertThat(placesOf(single)).isEqualTo(1);
  }

  /** New items go to the second half. */
  @Test
  void partition_filledByAKeyWhoseSortKeysGrow_leavesTheOldBehind() {
    PartitionSimulator log = fullPartition(SortKeys.GROWING);
    insert(log, "a");

    assertThat(log.partitions()).hasSize(2);
    assertThat(placesOf(log)).isEqualTo(1);
    assertThat(log.partitionOf("big", "z")).isEqualTo(log.partitions().get(1).partition());
  }

  private static long placesOf(PartitionSimulator simulator) {
    return IntStream.range(0, 50)
        .mapToLong(i -> simulator.partitionOf("big", "sort-" + i))
        .distinct()
        .count();
  }

  @Test
  void replacing_anItem_leavesTheTableAsItIs() {
    PartitionSimulator simulator = fullPartition(SortKeys.NONE);

    simulator.offer(Request.of(0, "big", null, Access.REPLACE, ITEM_BYTES));
    simulator.advanceTo(1);

    assertThat(simulator.partitions()).hasSize(1);
  }

  /** 100 seconds of 500 units were kept, and the insert takes 391 of the 500 of its second. */
  @Test
  void split_dividesWhatWasKept() {
    PartitionSimulator simulator = fullPartition(SortKeys.NONE);

    simulator.offer(Request.of(100_000, "big", null, Access.INSERT, ITEM_BYTES));
    simulator.advanceTo(101);

    assertThat(simulator.partitions())
        .extracting(PartitionState::burstWriteUnits)
        .containsExactly((50_000 + 109) / 2.0, (50_000 + 109) / 2.0);
  }
}
