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
        : "shard the partition key"
            + (load.index() == null ? "" : " of the index (ShardedIndexSpec)")
            + ". "
            + arithmetic(load, hottest.units(), share);
  }

  /** The formula of AWS's text, and where the limit itself is the measure, the planner's answer. */
  private static String arithmetic(PartitionLoad load, double units, double share) {
    double each = share * load.limitUnits();
    String limit = Units.text(load.limitUnits());
    String formula =
        String.format(
            Locale.ROOT,
            "%,.0f / %s = %.0f shards at the least",
            units,
            share < 1 ? String.format(Locale.ROOT, "(%.0f %% of %s)", 100 * share, limit) : limit,
            Math.ceil(units / each));
    return share < 1 || load.isShare()
        ? formula + (load.isShare() ? ", on as many partitions." : ".")
        : formula + planned(units);
  }

  private static String planned(double units) {
    try {
      return "; "
          + ShardCountPlanner.create()
              .plan(KeyLoad.writing(units, WriteCapacity.BLOCK_BYTES))
              .shards()
          + " with the head-room of ShardCountPlanner for writes of up to 1 KB.";
    } catch (InfeasibleLoadException tooMuch) {
      return ". " + tooMuch.getMessage();
    }
  }
}
