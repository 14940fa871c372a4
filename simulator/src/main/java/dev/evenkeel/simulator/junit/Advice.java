package dev.evenkeel.simulator.junit;

import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.simulator.spec.KeyHeat;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import java.util.Locale;

/** What to do about a hot partition, by what makes it hot. */
final class Advice {
  private Advice() {}

  /**
   * @param share the part of what a partition carries that a key may ask for
   */
  static String of(PartitionLoad load, double share) {
    KeyHeat hottest = load.hottestKeys().get(0);
    if (hottest.units() <= share * load.limitUnits()) {
      return "no key asks for too much by itself: "
          + load.keys()
          + " keys met in one partition. DynamoDB splits it after minutes of heat; provision or"
          + " pre-warm for the load before it comes, and try other seeds.";
    }
    if (load.operation() == OperationType.READ) {
      return "cache what is read so often, or ask for less. Shards do not take reads off a key that"
          + " is queried whole.";
    }
    return hottest.singleItem()
        ? "all writes of the hottest key are for one item, which shards do not divide. Make it"
            + " several items (for counts: CounterSpec), or write it less often."
        : shard(load, hottest);
  }

  private static String shard(PartitionLoad load, KeyHeat hottest) {
    KeyLoad needed = KeyLoad.writing(hottest.units(), WriteCapacity.BLOCK_BYTES);
    long formula = (long) Math.ceil(hottest.units() / load.limitUnits());
    try {
      return String.format(
          Locale.ROOT,
          "shard the %s. %,.0f / %,d = %d shard%s at the least; %d with the head-room of"
              + " ShardCountPlanner.",
          load.index() == null ? "partition key" : "partition key of the index (ShardedIndexSpec)",
          hottest.units(),
          load.limitUnits(),
          formula,
          formula == 1 ? "" : "s",
          ShardCountPlanner.create().plan(needed).shards());
    } catch (InfeasibleLoadException tooMuch) {
      return "no number of shards carries that. " + tooMuch.getMessage();
    }
  }
}
