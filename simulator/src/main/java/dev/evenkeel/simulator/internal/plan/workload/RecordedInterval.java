package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import org.jspecify.annotations.Nullable;

/** The record of some consecutive seconds. */
final class RecordedInterval {
  private final double[] useSums;
  private long offered;
  private long accepted;
  private @Nullable HotSecond hottest;

  RecordedInterval(int rows) {
    this.useSums = new double[rows];
  }

  /**
   * Adds a second.
   *
   * @param uses of each row
   */
  void add(long secondOffered, long secondAccepted, double[] uses) {
    offered += secondOffered;
    accepted += secondAccepted;
    for (int row = 0; row < uses.length; row++) {
      useSums[row] += uses[row];
    }
  }

  /** Whether a second with such a use would be the hottest. */
  boolean isHotter(double use) {
    return hottest == null || use > hottest.use();
  }

  void hottest(HotSecond second) {
    hottest = second;
  }

  /** Merges the next interval into this one. */
  void merge(RecordedInterval next) {
    add(next.offered, next.accepted, next.useSums);
    if (next.hottest != null && isHotter(next.hottest.use())) {
      hottest = next.hottest;
    }
  }

  TimeBucket bucket(long firstSecond, long seconds) {
    return new TimeBucket(firstSecond, seconds, offered, accepted, hottest);
  }

  /** The mean use of each row. */
  double[] uses(long seconds) {
    double[] means = new double[useSums.length];
    for (int row = 0; row < means.length; row++) {
      means[row] = useSums[row] / seconds;
    }
    return means;
  }
}
