package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.sharding.planning.PartitionEstimate.PartitionGroup;
import dev.evenkeel.testkit.gen.Property;
import org.junit.jupiter.api.Test;

/** Cases beyond the worked examples of BestPracticesForTablesTest. */
class PartitionEstimateTest {

  @Test
  void newTable_withoutThroughput_hasOnePartition() {
    assertThat(PartitionEstimator.newTable(0, 0).groups())
        .containsExactly(new PartitionGroup(1, 0, 0));
  }

  @Test
  void newTable_loadOfExactlyAWholeNumber_isNotRoundedUp() {
    for (int thirds = 1; thirds <= 3_000; thirds++) {
      assertThat(PartitionEstimator.newTable(1_000L * thirds, 1_000).partitions())
          .isEqualTo((thirds + 2) / 3 + 1);
    }
  }

  @Test
  void withThroughput_farMore_doublesUntilItFits() {
    assertThat(PartitionEstimator.newTable(0, 3_000).withThroughput(0, 12_001).partitions())
        .isEqualTo(24);
  }

  @Test
  void withThroughput_unequalPartitions_looksAtTheLargest() {
    PartitionEstimate five = PartitionEstimator.newTable(0, 4_000).withOneSplit();
    assertThat(five.withThroughput(0, 4_000).partitions()).isEqualTo(5);
    assertThat(five.withThroughput(0, 4_004).groups())
        .containsExactly(new PartitionGroup(6, 0, 500.5), new PartitionGroup(4, 0, 250.25));
  }

  @Test
  void holding_unequalPartitions_splitsOnlyThoseThatAreFull() {
    PartitionEstimate five = PartitionEstimator.newTable(0, 4_000).withOneSplit();
    assertThat(five.holding(41_000_000_000L).groups())
        .containsExactly(new PartitionGroup(8, 0, 500));
    assertThat(five.holding(39_000_000_000L).partitions()).isEqualTo(5);
  }

  @Test
  void estimate_whateverHappens_losesNoThroughputAndNoPartition() {
    Property.check(
        200,
        gen -> {
          PartitionEstimate table =
              PartitionEstimator.newTable(gen.between(0, 100_000), gen.between(0, 50_000));
          for (int step = 0; step < 6; step++) {
            long before = table.partitions();
            int read = gen.between(0, 100_000);
            int write = gen.between(0, 50_000);
            table = change(table, gen.between(0, 1)).withThroughput(read, write);
            assertThat(table.partitions()).isGreaterThanOrEqualTo(before);
            assertThat(
                    table.groups().stream()
                        .mapToDouble(group -> group.partitions() * group.writeUnitsPerSecond())
                        .sum())
                .isCloseTo(write, within(1e-6));
            assertThat(table.groups())
                .allSatisfy(
                    group ->
                        assertThat(
                                group.readUnitsPerSecond() / 3_000
                                    + group.writeUnitsPerSecond() / 1_000)
                            .isLessThanOrEqualTo(1 + 1e-9));
          }
        });
  }

  private static PartitionEstimate change(PartitionEstimate table, int kind) {
    return kind == 0 ? table.withOneSplit() : table.holding(table.bytesMax() + 1);
  }

  @Test
  void toString_unequalPartitions_tellsThemApart() {
    assertThat(PartitionEstimator.newTable(5_000, 2_000).withOneSplit())
        .hasToString(
            "5 partitions: 3 of 1250.0 read and 500.0 write units a second, 2 of 625.0 read and 250.0"
                + " write units a second");
  }

  @Test
  void numbers_outOfRange_areRefusedListingAll() {
    assertThatThrownBy(() -> PartitionEstimator.newTable(-1, 2_000_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Throughput: read units must be 0..1000000000 but were -1; write units must be"
                + " 0..1000000000 but were 2000000000");
    assertThatThrownBy(() -> PartitionEstimator.newTable(1, 1).holding(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void holding_asMuchAsALongCan_ends() {
    PartitionEstimate full = PartitionEstimator.newTable(1, 1).holding(Long.MAX_VALUE);
    assertThat(full.partitions()).isEqualTo(1L << 30);
  }
}
