package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.PartitionSecond.PartitionHeat;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HottestPartition;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The total units of each partition. */
final class PartitionTotals {
  private final Map<Long, Total> totals = new HashMap<>();
  private double units;

  private static final class Total {
    private double units;
    private double useSum;
    private long seconds;
  }

  static double units(PartitionHeat heat) {
    return heat.offeredReadUnits() + heat.offeredWriteUnits();
  }

  void add(PartitionSecond partition) {
    double requestedUnits = units(partition.heat());
    Total total = totals.computeIfAbsent(partition.state().partition(), any -> new Total());
    total.units += requestedUnits;
    total.useSum += partition.use();
    total.seconds++;
    units += requestedUnits;
  }

  int used() {
    return totals.size();
  }

  /** The mean use by rank, of as many partitions as there are now or were ever used. */
  List<Double> ranks(int partitions, long seconds) {
    double[] uses = new double[Math.max(partitions, totals.size())];
    int next = 0;
    for (Total total : totals.values()) {
      uses[next++] = -total.useSum / seconds;
    }
    Arrays.sort(uses);
    int ranks = Math.min(uses.length, RunResult.RANKS_MAX);
    return IntStream.range(0, ranks)
        .mapToObj(rank -> 0 - uses[(int) ((long) rank * uses.length / ranks)])
        .toList();
  }

  HottestPartition hottest() {
    return totals.entrySet().stream()
        .max(
            Comparator.comparingDouble((Map.Entry<Long, Total> entry) -> entry.getValue().units)
                .thenComparing(Comparator.comparingLong(Map.Entry<Long, Total>::getKey).reversed()))
        .map(
            entry ->
                new HottestPartition(
                    entry.getKey(),
                    entry.getValue().units / units,
                    entry.getValue().useSum / entry.getValue().seconds))
        .orElseThrow();
  }
}
