package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each partition's hottest second, and for each limit the second with the most throttles.
 * Needs memory for the keys of one second and for two seconds of each partition. Reads over all
 * partitions are for no key, and so are left out.
 */
public final class HeatWatch {
  static final String ALL_KEYS = "(all, by Scan)";

  private static final Comparator<ThrottleReason> BY_LIMIT =
      Comparator.comparing(ThrottleReason::limit);
  private static final Comparator<PartitionLoad> BY_HEAT =
      Comparator.comparingDouble(PartitionLoad::heat);
  private static final Comparator<PartitionLoad> BY_THROTTLES =
      Comparator.comparing(HeatWatch::isOfPartition)
          .thenComparing(PartitionLoad::throttled)
          .thenComparing(BY_HEAT);

  private final String table;
  private final Map<PartitionId, Tally> open = new LinkedHashMap<>();
  private final Map<PartitionId, PartitionLoad> hottest = new HashMap<>();
  private final Map<Throttled, PartitionLoad> mostThrottled = new HashMap<>();
  private long second;

  public HeatWatch(String table) {
    this.table = table;
  }

  /**
   * Records an offered request, before any split.
   *
   * @param taken whether it was accepted, unless it was blocked
   * @param throttlePoint where it was throttled; null if it was not
   */
  public void note(
      PartitionModel model,
      long in,
      List<Charge> charges,
      boolean taken,
      @Nullable ThrottlePoint throttlePoint) {
    if (in > second) {
      close();
      second = in;
    }
    boolean isReported = false;
    for (Charge charge : charges) {
      String resource = charge.index() == null ? table : charge.index();
      String key = charge.partitionKey();
      List<Partition> partitions = model.chargedBy(charge);
      for (Partition partition : partitions) {
        PartitionId id = new PartitionId(charge.index(), partition.number(), charge.type());
        ThrottleReason here =
            isReported ? null : reason(throttlePoint, resource, partition.number());
        isReported |= here != null;
        open.computeIfAbsent(id, absent -> new Tally(id, partition.unitsPerSecond(charge.type())))
            .note(
                key == null ? ALL_KEYS : key,
                charge.sortKey(),
                charge.units().asDouble() / partitions.size(),
                taken && throttlePoint == null,
                here);
      }
    }
  }

  private static @Nullable ThrottleReason reason(
      @Nullable ThrottlePoint throttlePoint, String resource, long number) {
    return throttlePoint != null
            && throttlePoint.partition() == number
            && throttlePoint.reason().resource().equals(resource)
        ? throttlePoint.reason()
        : null;
  }

  private void close() {
    addOpen(hottest, mostThrottled);
    open.clear();
  }

  /** Puts each partition's open second in the place of the worst one, if it is worse. */
  private void addOpen(
      Map<PartitionId, PartitionLoad> hot, Map<Throttled, PartitionLoad> throttled) {
    for (Tally tally : open.values()) {
      hot.merge(tally.id, tally.load(), BinaryOperator.maxBy(BY_HEAT));
      tally.throttles.forEach(
          (reason, count) ->
              throttled.merge(
                  new Throttled(tally.id, reason.limit()),
                  tally.load(count, reason),
                  BinaryOperator.maxBy(BY_THROTTLES)));
    }
  }

  private static boolean isOfPartition(PartitionLoad load) {
    ThrottleReason reason = load.reason();
    return reason != null && reason.limit() == LimitType.KEY_RANGE_THROUGHPUT;
  }

  /** The hottest second of each partition, the hottest first; the open second counts too. */
  public List<PartitionLoad> hottest() {
    Map<PartitionId, PartitionLoad> all = new LinkedHashMap<>(hottest);
    addOpen(all, new HashMap<>());
    return sorted(all.values(), BY_HEAT);
  }

  /**
   * The second with the most throttles of each partition and limit, those for limits of partitions
   * first, and of these the most.
   */
  public List<PartitionLoad> throttled() {
    Map<Throttled, PartitionLoad> all = new LinkedHashMap<>(mostThrottled);
    addOpen(new HashMap<>(), all);
    return sorted(all.values(), BY_THROTTLES);
  }

  private static List<PartitionLoad> sorted(
      Collection<PartitionLoad> loads, Comparator<PartitionLoad> order) {
    return loads.stream()
        .sorted(
            order
                .reversed()
                .thenComparing(PartitionLoad::resource)
                .thenComparing(PartitionLoad::partition))
        .toList();
  }

  /** A partition of a table or index, and the type of operation. */
  private record PartitionId(@Nullable String index, long number, OperationType type) {}

  /** A partition, and a limit that throttled there. */
  private record Throttled(PartitionId partition, LimitType limit) {}

  /** The totals of one partition in the current second. */
  private final class Tally {
    private final PartitionId id;
    private final double limitUnits;
    private final Map<String, KeyTally> keys = new HashMap<>();
    private double offered;
    private double accepted;
    private final Map<ThrottleReason, Long> throttles = new TreeMap<>(BY_LIMIT);

    /**
     * @param limitUnits the partition's units in the second, without burst
     */
    Tally(PartitionId id, double limitUnits) {
      this.id = id;
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
        throttles.merge(at, 1L, Long::sum);
      }
    }

    /** The second with all its throttles; a limit of the partition itself is the first reason. */
    PartitionLoad load() {
      long all = throttles.values().stream().mapToLong(Long::longValue).sum();
      ThrottleReason first =
          throttles.keySet().stream()
              .filter(reason -> reason.limit() == LimitType.KEY_RANGE_THROUGHPUT)
              .findFirst()
              .orElse(throttles.isEmpty() ? null : throttles.keySet().iterator().next());
      return load(all, first);
    }

    /** The second, with some of what was throttled, and why. */
    PartitionLoad load(long throttled, @Nullable ThrottleReason reason) {
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
              Comparator.comparingDouble((Map.Entry<String, KeyTally> key) -> -key.getValue().units)
                  .thenComparing(Map.Entry::getKey))
          .limit(PartitionLoad.KEYS_MAX)
          .map(key -> key.getValue().heat(key.getKey()))
          .toList();
    }
  }

  /** The units of one key in a second, and whether one item had all of them. */
  private static final class KeyTally {
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

    KeyHeat heat(String partitionKey) {
      return new KeyHeat(partitionKey, units, singleItem);
    }
  }
}
