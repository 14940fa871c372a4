package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardOccupancyTest {

  @ParameterizedTest
  @CsvSource({"1,1", "1,6", "2,2", "3,2", "5,3", "6,6", "7,4", "9,2", "4,8"})
  void of_fewShards_isWhatCountingEveryPlacementGives(int shards, int partitions) {
    long placements = Math.round(Math.pow(partitions, shards));
    double apart = 0;
    double fullest = 0;
    for (long placement = 0; placement < placements; placement++) {
      int most = most(placement, shards, partitions);
      apart += most == 1 ? 1 : 0;
      fullest += most;
    }
    ShardOccupancy occupancy = ShardOccupancy.of(shards, partitions);
    assertThat(occupancy.apartProbability()).isCloseTo(apart / placements, within(1e-9));
    assertThat(occupancy.fullestMean()).isCloseTo(fullest / placements, within(1e-9));
  }

  private static int most(long placement, int shards, int partitions) {
    int[] counts = new int[partitions];
    long rest = placement;
    for (int shard = 0; shard < shards; shard++) {
      counts[(int) (rest % partitions)]++;
      rest /= partitions;
    }
    return Arrays.stream(counts).max().orElseThrow();
  }

  @Test
  void of_sixShardsOnSixPartitions_areHardlyEverApart() {
    ShardOccupancy six = ShardOccupancy.of(6, 6);
    assertThat(six.apartProbability()).isCloseTo(720 / 46_656.0, within(1e-12));
    assertThat(six.fullestMean()).isCloseTo(2.4, within(0.05));
  }

  /** More shards a partition even them out. */
  @ParameterizedTest
  @CsvSource({"24,6,1.7", "60,6,1.4", "180,6,1.2", "12,12,2.8"})
  void fullestMean_severalShardsAPartition_comesNearerTheMean(
      int shards, int partitions, double timesMean) {
    double mean = (double) shards / partitions;
    assertThat(ShardOccupancy.of(shards, partitions).fullestMean() / mean)
        .isCloseTo(timesMean, within(0.1));
  }

  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"1024,1", "1024,2", "1024,1024", "1,1024"})
  void of_theLargestCounts_staysWithinItsBounds(int shards, int partitions) {
    ShardOccupancy occupancy = ShardOccupancy.of(shards, partitions);
    assertThat(occupancy.fullestMean())
        .isBetween((double) shards / partitions, Math.min(shards, 2.0 * shards / partitions + 8));
    assertThat(occupancy.apartProbability()).isBetween(0.0, 1.0);
  }

  @Test
  void of_countsOutOfRange_isRefusedListingBoth() {
    assertThatThrownBy(() -> ShardOccupancy.of(0, 1025))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ShardOccupancy: shards must be 1..1024 but was 0; partitions must be 1..1024 but was"
                + " 1025");
  }
}
