package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.result.HeatMap;
import java.util.List;

/** The hash range in equal rows: for each initial partition the same number, if that fits. */
final class HashRows {
  private final int rows;

  HashRows(int partitions) {
    int count = partitions;
    while (2 * count <= HeatMap.ROWS_MAX) {
      count *= 2;
    }
    this.rows = Math.min(count, HeatMap.ROWS_MAX);
  }

  int count() {
    return rows;
  }

  /**
   * The use of each row in a second: of the hottest partition that covers its middle or lies in it.
   */
  double[] uses(List<PartitionSecond> partitions) {
    double[] uses = new double[rows];
    for (PartitionSecond partition : partitions) {
      double start = place(partition.state().firstHash());
      double end = partition.endHash() == 0 ? rows : place(partition.endHash());
      int first = (int) Math.round(start);
      int last = (int) Math.round(end) - 1;
      if (last < first) {
        first = Math.min((int) ((start + end) / 2), rows - 1);
        last = first;
      }
      for (int row = first; row <= last; row++) {
        uses[row] = Math.max(uses[row], partition.use());
      }
    }
    return uses;
  }

  /** Where an unsigned hash lies among the rows. */
  private double place(long hash) {
    return ((hash >>> 1) * 0x1p-63) * rows;
  }
}
