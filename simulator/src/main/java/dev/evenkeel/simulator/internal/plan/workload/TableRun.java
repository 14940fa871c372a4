package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.internal.plan.PartitionModel;
import dev.evenkeel.simulator.internal.plan.Placement;
import dev.evenkeel.simulator.spec.Outcome;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SecondResult;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.result.HotSecond;
import dev.evenkeel.simulator.spec.result.KeyCount;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.workload.Scenario;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A workload on one table: what was offered, and what is recorded of it in bounded memory. */
final class TableRun {
  /** How many keys are told of all. */
  private static final int KEYS_TOLD = 10;

  /** How many keys are told of the hottest partition of a second. */
  private static final int HOT_KEYS_TOLD = 3;

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
    Slot slot = timeline.at(result.second());
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
        keysOfSecond.top(HOT_KEYS_TOLD, key -> isIn(hottest, placement.hash(key)));
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

  /** What came of it, when so many seconds are over. */
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
        keys.top(KEYS_TOLD, key -> true),
        keys.exact());
  }
}
