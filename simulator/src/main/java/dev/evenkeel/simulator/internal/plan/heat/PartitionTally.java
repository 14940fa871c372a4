package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.KeyHeat;
import dev.evenkeel.simulator.spec.LimitType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one partition meets in the second that is open. */
final class PartitionTally {
  private final Map<String, KeyTally> keys = new HashMap<>();
  private double offered;
  private double accepted;
  private long throttled;
  private @Nullable ThrottleReason reason;

  /**
   * Notes a charge.
   *
   * @param at why it was throttled here; null if it was accepted, or throttled elsewhere
   */
  void note(
      String partitionKey,
      @Nullable String sortKey,
      double units,
      boolean taken,
      @Nullable ThrottleReason at) {
    offered += units;
    accepted += taken ? units : 0;
    keys.computeIfAbsent(partitionKey, key -> new KeyTally(sortKey)).add(sortKey, units);
    if (at != null) {
      throttled++;
      reason = reason == null || at.limit() == LimitType.KEY_RANGE_THROUGHPUT ? at : reason;
    }
  }

  PartitionLoad load(String table, PartitionId id, long second) {
    return new PartitionLoad(
        table,
        id.index(),
        id.number(),
        second,
        id.type(),
        offered,
        accepted,
        throttled,
        reason,
        hottest(),
        keys.size());
  }

  private List<KeyHeat> hottest() {
    return keys.entrySet().stream()
        .sorted(
            Comparator.comparingDouble((Map.Entry<String, KeyTally> key) -> -key.getValue().units())
                .thenComparing(Map.Entry::getKey))
        .limit(PartitionLoad.KEYS_MAX)
        .map(key -> key.getValue().heat(key.getKey()))
        .toList();
  }
}
