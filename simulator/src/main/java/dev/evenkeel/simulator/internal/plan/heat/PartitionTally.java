package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The totals of one partition in the current second. */
final class PartitionTally {
  private final double limitUnits;
  private final Map<String, KeyTally> keys = new HashMap<>();
  private double offered;
  private double accepted;
  private final Map<LimitType, ThrottleReason> reasons = new EnumMap<>(LimitType.class);
  private final Map<LimitType, Long> throttles = new EnumMap<>(LimitType.class);

  /**
   * @param limitUnits the partition's units in the second, without burst
   */
  PartitionTally(double limitUnits) {
    this.limitUnits = limitUnits;
  }

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
      reasons.put(at.limit(), at);
      throttles.merge(at.limit(), 1L, Long::sum);
    }
  }

  /** The limits that throttled. */
  Set<LimitType> limits() {
    return throttles.keySet();
  }

  /** The second with all its throttles; a limit of the partition itself is the first reason. */
  PartitionLoad load(String table, PartitionId id, long second) {
    ThrottleReason own = reasons.get(LimitType.KEY_RANGE_THROUGHPUT);
    ThrottleReason any = reasons.isEmpty() ? null : reasons.values().iterator().next();
    long all = throttles.values().stream().mapToLong(Long::longValue).sum();
    return load(table, id, second, all, own == null ? any : own);
  }

  /** The second, with what was throttled by one limit. */
  PartitionLoad load(String table, PartitionId id, long second, LimitType limit) {
    return load(table, id, second, throttles.getOrDefault(limit, 0L), reasons.get(limit));
  }

  private PartitionLoad load(
      String table, PartitionId id, long second, long throttled, @Nullable ThrottleReason reason) {
    return new PartitionLoad(
        table,
        id.index(),
        id.number(),
        second,
        id.type(),
        limitUnits,
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

  /** The units of one key in a second, and whether one item had all of them. */
  static final class KeyTally {
    private final @Nullable String firstSortKey;
    private boolean singleItem = true;
    private double units;

    KeyTally(@Nullable String sortKey) {
      this.firstSortKey = sortKey;
    }

    void add(@Nullable String sortKey, double more) {
      singleItem &= Objects.equals(firstSortKey, sortKey);
      units += more;
    }

    double units() {
      return units;
    }

    KeyHeat heat(String partitionKey) {
      return new KeyHeat(partitionKey, units, singleItem);
    }
  }
}
