package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.Charge;
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
  private long offered;
  private long accepted;
  private long throttled;
  private @Nullable ThrottleReason reason;

  /**
   * Notes a charge.
   *
   * @param at where it was throttled; null if it was accepted or throttled elsewhere
   */
  void note(Charge charge, String partitionKey, boolean taken, @Nullable ThrottleReason at) {
    long halves = charge.units().halves();
    offered += halves;
    accepted += taken ? halves : 0;
    keys.computeIfAbsent(partitionKey, key -> new KeyTally(charge.sortKey()))
        .add(charge.sortKey(), halves);
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
        offered / 2.0,
        accepted / 2.0,
        throttled,
        reason,
        hottest(),
        keys.size());
  }

  private List<KeyHeat> hottest() {
    return keys.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, KeyTally> key) -> -key.getValue().halves())
                .thenComparing(Map.Entry::getKey))
        .limit(PartitionLoad.KEYS_MAX)
        .map(key -> key.getValue().heat(key.getKey()))
        .toList();
  }
}
