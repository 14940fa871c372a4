package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.internal.plan.PartitionModel;
import dev.evenkeel.simulator.internal.plan.Placement;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HeatMap;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.KeyCount;
import dev.evenkeel.simulator.spec.workload.Scenario;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A workload on one table, recorded in bounded memory. */
final class TableRun {
  /** The number of keys that are listed in all. */
  private static final int KEYS_LISTED = 10;

  /** The number of keys that are listed of the hottest partition of a second. */
  private static final int HOT_KEYS_LISTED = 3;

  private final String table;
  private final PartitionModel model;
  private final Placement placement;
  private final int firstPartitions;
  private final HashRows rows;
  private final Timeline timeline;
  private final KeyCounts keys = new KeyCounts();
  private final KeyCounts keysOfSecond = new KeyCounts();
  private final PartitionTotals totals = new PartitionTotals();
  private final Map<ThrottleReason, Long> throttles = new HashMap<>();
  private long second = -1;
  private long offered;
  private long accepted;

  TableRun(Scenario scenario) {
    this.table = scenario.table().name();
    this.model = new PartitionModel(scenario.table(), scenario.seed(), this::record);
    this.placement = new Placement(scenario.seed());
    this.firstPartitions = model.partitions(table).size();
    this.rows = new HashRows(firstPartitions);
    this.timeline = new Timeline(rows.count());
  }

  /**
   * Offers equal requests.
   *
   * @param key as callers see it
   * @param request as DynamoDB sees it
   */
  void offer(String key, Request request, long count) {
    if (request.second() != second) {
      second = request.second();
      model.advanceTo(second);
      keysOfSecond.clear();
    }
    Outcome outcome = model.offer(request, count);
    keys.add(key, count, outcome.accepted());
    keysOfSecond.add(request.partitionKey(), count, outcome.accepted());
  }

  private void record(SecondResult result, List<PartitionSecond> partitions) {
    offered += result.offered();
    accepted += result.accepted();
    result.throttles().forEach((reason, count) -> throttles.merge(reason, count, Long::sum));
    partitions.forEach(totals::add);
    RecordedInterval slot = timeline.at(result.second());
    slot.add(result.offered(), result.accepted(), rows.uses(partitions));
    PartitionSecond hottest =
        partitions.stream().max(Comparator.comparingDouble(PartitionSecond::use)).orElseThrow();
    if (slot.isHotter(hottest.use())) {
      slot.hottest(hotSecond(result.second(), hottest, partitions));
    }
  }

  private HotSecond hotSecond(long at, PartitionSecond hottest, List<PartitionSecond> partitions) {
    double units =
        partitions.stream().mapToDouble(each -> PartitionTotals.units(each.heat())).sum();
    List<KeyCount> hotKeys =
        keysOfSecond.top(HOT_KEYS_LISTED, key -> isIn(hottest, placement.hash(key)));
    return new HotSecond(
        at,
        hottest.heat().partition(),
        hottest.use(),
        PartitionTotals.units(hottest.heat()) / units,
        hotKeys);
  }

  /** Whether keys with a hash lie in a partition, or some of their items do. */
  private static boolean isIn(PartitionSecond partition, long hash) {
    long first = partition.state().firstHash();
    long end = partition.endHash();
    return hash == first
        || (Long.compareUnsigned(hash, first) > 0
            && (end == 0 || Long.compareUnsigned(hash, end) < 0));
  }

  /** The result after so many seconds. */
  RunResult finish(long seconds) {
    model.advanceTo(seconds);
    int partitions = model.partitions(table).size();
    Map<ThrottleReason, Long> byCount = new LinkedHashMap<>();
    throttles.entrySet().stream()
        .sorted(
            Map.Entry.<ThrottleReason, Long>comparingByValue()
                .reversed()
                .thenComparing(entry -> entry.getKey().toString()))
        .forEach(entry -> byCount.put(entry.getKey(), entry.getValue()));
    return new RunResult(
        seconds,
        offered,
        accepted,
        byCount,
        timeline.buckets(seconds),
        timeline.heat(seconds),
        firstPartitions,
        partitions,
        totals.used(),
        totals.hottest(),
        totals.ranks(partitions, seconds),
        keys.top(KEYS_LISTED, key -> true),
        keys.exact());
  }

  /** The hash range in equal rows: for each initial partition the same number, if that fits. */
  static final class HashRows {
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
     * The use of each row in a second: of the hottest partition that covers its middle or lies in
     * it.
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

  /**
   * Counts requests by key in bounded memory (Misra and Gries): when there are too many keys, all
   * lose what the key in the middle has, and half of them go. A key's lost count is less than a
   * thousandth of all requests.
   */
  static final class KeyCounts {
    static final int KEYS_MAX = 4_096;

    private final Map<String, Count> counts = new HashMap<>();
    private boolean exact = true;

    private static final class Count {
      private long offered;
      private long accepted;
    }

    void add(String key, long offered, long accepted) {
      Count count = counts.computeIfAbsent(key, any -> new Count());
      count.offered += offered;
      count.accepted += accepted;
      if (counts.size() > KEYS_MAX) {
        drop();
      }
    }

    /** Whether no key was dropped. */
    boolean exact() {
      return exact;
    }

    /** The most frequent keys that a test accepts, the most frequent first. */
    List<KeyCount> top(int count, Predicate<String> test) {
      return counts.entrySet().stream()
          .filter(entry -> test.test(entry.getKey()))
          .map(
              entry ->
                  new KeyCount(entry.getKey(), entry.getValue().offered, entry.getValue().accepted))
          .sorted(
              Comparator.comparingLong(KeyCount::offered).reversed().thenComparing(KeyCount::key))
          .limit(count)
          .toList();
    }

    void clear() {
      counts.clear();
      exact = true;
    }

    private void drop() {
      exact = false;
      long[] offered =
          counts.values().stream().mapToLong(count -> count.offered).sorted().toArray();
      long middle = offered[offered.length / 2];
      counts.values().removeIf(count -> count.offered <= middle);
      for (Count count : counts.values()) {
        count.accepted -= (long) ((double) count.accepted * middle / count.offered);
        count.offered -= middle;
      }
    }
  }
}
