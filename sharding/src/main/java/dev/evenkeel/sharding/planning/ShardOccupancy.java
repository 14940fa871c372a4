package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.spec.Problems;
import java.util.Arrays;

/**
 * The expected distribution of a key's shards over a table's partitions. DynamoDB hashes physical
 * keys, so as many shards as partitions do not get one each: of six on six, two nearly always
 * share, and the fullest partition has 2.4 on average. A partition that is too busy because of it
 * is split within minutes, and shards, being different keys, can always be separated; before a load
 * test or a launch, pre-warm the table or choose several shards a partition.
 *
 * <p>The figures are exact for partitions of equal size, which those of a new table are. Computing
 * them takes up to a second for a thousand shards on a thousand partitions.
 *
 * @param shards how many shards
 * @param partitions on how many partitions
 * @param apartProbability that no two shards share a partition
 * @param fullestMean how many shards the fullest partition has, on average
 */
public record ShardOccupancy(
    int shards, int partitions, double apartProbability, double fullestMean) {
  private static final int COUNT_MAX = 1024;

  /** Beyond this, a larger maximum adds nothing that could be seen. */
  private static final double NEGLIGIBLE = 1e-9;

  /**
   * The occupancy of up to {@value #COUNT_MAX} partitions by up to {@value #COUNT_MAX} shards.
   *
   * @throws IllegalArgumentException if there are less than one or more
   */
  public static ShardOccupancy of(int shards, int partitions) {
    Problems problems = new Problems();
    problems.require(
        shards >= 1 && shards <= COUNT_MAX,
        "shards must be 1.." + COUNT_MAX + " but was " + shards);
    problems.require(
        partitions >= 1 && partitions <= COUNT_MAX,
        "partitions must be 1.." + COUNT_MAX + " but was " + partitions);
    problems.refuse(all -> "ShardOccupancy: " + all);
    return new ShardOccupancy(
        shards, partitions, apart(shards, partitions), fullest(shards, partitions));
  }

  private static double apart(int shards, int partitions) {
    double probability = 1;
    for (int placed = 1; placed < shards; placed++) {
      probability *= Math.max(0, partitions - placed) / (double) partitions;
    }
    return probability;
  }

  /**
   * The expectation of a count from 1 on is the sum of the probabilities that it exceeds 0, 1...
   */
  private static double fullest(int shards, int partitions) {
    int least = (shards - 1) / partitions + 1;
    double mean = least;
    for (int most = least; most < shards; most++) {
      double exceeds = 1 - atMost(most, shards, partitions);
      mean += exceeds;
      if (exceeds < NEGLIGIBLE) {
        break;
      }
    }
    return mean;
  }

  /**
   * The probability that no partition has more than {@code most} shards. Partitions are added one
   * by one: the last of {@code p} gets a binomial share of the shards, with chance {@code 1 / p}
   * each, and the others hold the rest as {@code p - 1} would.
   */
  private static double atMost(int most, int shards, int partitions) {
    double[] fits = new double[shards + 1];
    Arrays.fill(fits, 0, most + 1, 1);
    for (int p = 2; p <= partitions; p++) {
      double[] next = new double[shards + 1];
      for (int n = 0; n <= shards; n++) {
        next[n] = oneMore(fits, n, Math.min(n, most), p);
      }
      fits = next;
    }
    return fits[shards];
  }

  private static double oneMore(double[] fits, int n, int most, int partitions) {
    double chance = Math.pow(1 - 1.0 / partitions, n);
    double sum = 0;
    for (int i = 0; i <= most; i++) {
      sum += chance * fits[n - i];
      chance *= (n - i) / (double) (i + 1) / (partitions - 1);
    }
    return sum;
  }
}
