package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The load of the hottest shard.
 *
 * @param writeUnitsPerSecond in the expected hottest second
 * @param readUnitsPerSecond likewise
 * @param limitedBytes the stored bytes, as far as they are limited
 */
record ShardLoad(double writeUnitsPerSecond, double readUnitsPerSecond, double limitedBytes) {

  /**
   * The part by which a product of decimal fractions may be beside the number that it stands for.
   */
  static final double ROUNDING = 1e-12;

  static ShardLoad of(KeyLoad load, Selection selection, int shards) {
    double writes = selection.hottest(load.writesPerSecond(), shards);
    double items = selection.hottest(load.storedBytes() / load.itemBytes(), shards);
    double queries =
        load.queryPagesPerSecond() * QueryCost.of(load, shards).unitsPerShard().asDouble();
    return new ShardLoad(
        writes * load.writeUnits().asDouble(),
        gets(load, selection, shards) + queries,
        load.localIndexes() ? items * load.itemBytes() : 0);
  }

  /** The cost of reading one item on all shards together, when all have to be probed. */
  static CapacityUnits probeUnits(KeyLoad load, int shards) {
    return load.getUnits().plus(load.reads().get(0).times(shards - 1L));
  }

  /** Probing costs each shard something for each read; otherwise reads fall on shards as writes. */
  private static double gets(KeyLoad load, Selection selection, int shards) {
    if (selection.calculated()) {
      return selection.hottest(load.getsPerSecond(), shards) * load.getUnits().asDouble();
    }
    return load.getsPerSecond() * probeUnits(load, shards).asDouble() / shards;
  }

  /** The share of a limit that is used; 1 is all of it. */
  double use(PartitionLimit limit) {
    double load =
        switch (limit) {
          case WRITE_UNITS_PER_SECOND -> writeUnitsPerSecond;
          case READ_UNITS_PER_SECOND -> readUnitsPerSecond;
          case STORED_BYTES -> limitedBytes;
        };
    return load / limit.max();
  }

  /** The limit that is used most. */
  PartitionLimit nearest() {
    return Arrays.stream(PartitionLimit.values())
        .max(Comparator.comparingDouble(this::use))
        .orElseThrow();
  }

  boolean within(double share) {
    return use(nearest()) <= share * (1 + ROUNDING);
  }
}
