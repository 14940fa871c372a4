package dev.evenkeel.simulator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The report of partitions that no small test makes. */
class HotPartitionReportTest {
  private static final ThrottleReason REASON =
      new ThrottleReason("by_country", true, OperationType.WRITE, LimitType.KEY_RANGE_THROUGHPUT);

  private static PartitionLoad load(long partition, double units, KeyHeat... keys) {
    return load(1_000, partition, units, keys);
  }

  private static PartitionLoad load(double limit, long partition, double units, KeyHeat... keys) {
    return new PartitionLoad(
        "invoices",
        "by_country",
        partition,
        12,
        OperationType.WRITE,
        limit,
        units,
        1_000,
        7,
        REASON,
        List.of(keys),
        keys.length);
  }

  @Test
  void index_isNamedWithItsTableAndItsOwnRemedy() {
    PartitionLoad load =
        load(
            4,
            12_000,
            new KeyHeat("USA\u0000Ohio", 9_000, false),
            new KeyHeat("FRA\u0000Lyon", 3_000, false));

    assertThat(HotPartitionReport.of(List.of(load), 1).lines().skip(2))
        .containsExactly(
            "Index by_country of table invoices, partition 4, second 12: 12,000 write units were asked"
                + " for, and a",
            "    partition carries 1,000 (12.0 times as much as that). Throttled: 7",
            "    (IndexWriteKeyRangeThroughputExceeded).",
            "  Hottest of 2 keys: 'USA/Ohio' 9,000 units (75 %), 'FRA/Lyon' 3,000 units (25 %)",
            "  What to do: shard the partition key of the index (ShardedIndexSpec). 9,000 / 1,000 = 9"
                + " shards at",
            "      the least; 13 with the head-room of ShardCountPlanner for writes of up to 1 KB.");
  }

  /** Without adaptive capacity 250 units are all that it has, and more shards all that helps. */
  @Test
  void partition_withAPartOfWhatIsProvisioned_isMeasuredByThat() {
    String report =
        HotPartitionReport.of(List.of(load(62.5, 4, 1_000, new KeyHeat("USA", 1_000, false))), 1);

    assertThat(report)
        .containsIgnoringWhitespaces(
            "1,000 write units were asked for, and of what is provisioned the partition has 62.5"
                + " (16.0 times as much as that).",
            "1,000 / 62.5 = 16 shards at the least, on as many partitions.")
        .doesNotContain("head-room");
    assertThat(
            HotPartitionReport.of(List.of(load(250, 4, 200, new KeyHeat("USA", 200, false))), 0.5))
        .containsIgnoringWhitespaces("200 / (50 % of 250) = 2 shards at the least");
  }

  @Test
  void load_thatNoShardsCarry_isSaid() {
    PartitionLoad load = load(4, 5_000_000, new KeyHeat("USA", 5_000_000, false));

    assertThat(HotPartitionReport.of(List.of(load), 1))
        .containsIgnoringWhitespaces(
            "= 5000 shards at the least. No count up to 1,024 shards carries the load");
  }

  @Test
  void manyPartitions_areCountedAndFiveShown() {
    List<PartitionLoad> loads =
        LongStream.range(0, 7)
            .mapToObj(partition -> load(partition, 2_000, new KeyHeat("k", 2_000, false)))
            .toList();

    String report = HotPartitionReport.of(loads, 1);

    assertThat(report).startsWith("7 partitions are hot.").endsWith("and 2 more");
    assertThat(report.split("What to do")).hasSize(6);
  }
}
