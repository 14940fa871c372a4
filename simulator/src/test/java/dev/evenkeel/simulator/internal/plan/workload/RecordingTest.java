package dev.evenkeel.simulator.internal.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.internal.plan.workload.TableRun.HashRows;
import dev.evenkeel.simulator.internal.plan.workload.TableRun.KeyCounts;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.PartitionSecond.PartitionHeat;
import dev.evenkeel.simulator.spec.PartitionState;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HeatMap;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The recording of a run is bounded, and loses nothing that is reported. */
class RecordingTest {
  @Test
  void buckets_ofALongTime_areFewAndAddUp() {
    Timeline timeline = new Timeline(1);
    for (long second = 0; second < 1_000; second += 7) {
      RecordedInterval slot = timeline.at(second);
      slot.add(second, second / 2, new double[] {4});
      if (slot.isHotter(1.0 * second)) {
        slot.hottest(new HotSecond(second, 1, 1.0 * second, 1, List.of()));
      }
    }
    List<TimeBucket> buckets = timeline.buckets(1_000);

    assertThat(buckets).hasSizeBetween(RunResult.BUCKETS_MAX / 2, RunResult.BUCKETS_MAX);
    assertThat(buckets.get(0).seconds()).isEqualTo(16);
    assertThat(buckets.stream().mapToLong(TimeBucket::seconds).sum()).isEqualTo(1_000);
    assertThat(buckets.stream().mapToLong(TimeBucket::offered).sum()).isEqualTo(7 * 142 * 143 / 2);
    assertThat(buckets.get(0).hottest().second()).isEqualTo(14);
    assertThat(timeline.heat(1_000).use(0, 0)).isEqualTo(3 * 4 / 16.0);
  }

  @Test
  void timeline_ofALeapInTime_staysSmall() {
    Timeline timeline = new Timeline(1);
    timeline.at(0).add(1, 1, new double[1]);
    timeline.at(2_000_000_000L).add(1, 1, new double[1]);

    assertThat(timeline.buckets(2_000_000_001L)).hasSizeBetween(2, RunResult.BUCKETS_MAX);
  }

  @Test
  void uses_ofInitialPartitions_fillTheirRowsExactly() {
    for (int partitions : new int[] {1, 3, 20, 33, 64, 100, 127, 128}) {
      HashRows rows = new HashRows(partitions);
      int each = rows.count() / partitions;
      long step = Long.divideUnsigned(-1, partitions) + 1;
      for (int i = 0; i < partitions; i++) {
        double[] uses =
            rows.uses(List.of(partition(i * step, i + 1 == partitions ? 0 : (i + 1) * step)));
        for (int row = 0; row < uses.length; row++) {
          assertThat(uses[row]).as("%d of %d", i, partitions).isEqualTo(row / each == i ? 2 : 0);
        }
      }
    }
  }

  @Test
  void uses_ofMorePartitionsThanRows_areOfTheHottestInEach() {
    HashRows rows = new HashRows(1_000);
    long step = Long.divideUnsigned(-1, 1_000) + 1;

    assertThat(rows.count()).isEqualTo(HeatMap.ROWS_MAX);
    assertThat(rows.uses(List.of(partition(999 * step, 0)))[rows.count() - 1]).isEqualTo(2);
    assertThat(rows.uses(List.of(partition(5, 5)))[0]).isEqualTo(2);
  }

  private static PartitionSecond partition(long firstHash, long endHash) {
    return new PartitionSecond(
        new PartitionState(0, firstHash, 0, 1_000, 0, 0, 0),
        endHash,
        new PartitionHeat(0, 0, 2_000, 0, 1_000, 0, 1_000));
  }

  @Test
  void top_ofMoreKeysThanAreKept_isALowerBoundByLessThanAThousandth() {
    KeyCounts counts = new KeyCounts();
    Random random = new Random(3);
    long heavy = 0;
    int requests = 200_000;
    for (int i = 0; i < requests; i++) {
      boolean isHeavy = random.nextInt(50) == 0;
      heavy += isHeavy ? 1 : 0;
      counts.add(isHeavy ? "heavy" : "light-" + i, 1, i % 2);
    }
    KeyCount top = counts.top(1, key -> true).get(0);

    assertThat(counts.exact()).isFalse();
    assertThat(top.key()).isEqualTo("heavy");
    assertThat(top.offered()).isBetween(heavy - requests / 1_000, heavy);
    assertThat(top.accepted()).isBetween(0L, top.offered());
  }

  @Test
  void count_ofNumbersThatTakeTurns_isInTheOrderOfTheirFirst() {
    Tally tally = new Tally();
    for (int round = 0; round < 2; round++) {
      for (long i = 1_000; i > 0; i--) {
        tally.add(i * i);
      }
    }

    assertThat(tally.size()).isEqualTo(1_000);
    assertThat(tally.number(0)).isEqualTo(1_000_000);
    assertThat(tally.number(999)).isEqualTo(1);
    assertThat(tally.count(500)).isEqualTo(2);
    tally.clear();
    tally.add(7);
    assertThat(tally.size()).isEqualTo(1);
    assertThat(tally.count(0)).isEqualTo(1);
  }
}
