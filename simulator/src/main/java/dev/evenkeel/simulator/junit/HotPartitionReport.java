package dev.evenkeel.simulator.junit;

import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Hot partitions in words: place, time, load, keys and remedy. */
final class HotPartitionReport {
  private static final int SHOWN_MAX = 5;

  private HotPartitionReport() {}

  /**
   * @param share the part of what a partition carries that a key may ask for
   */
  static String of(List<PartitionLoad> hot, double share) {
    String shown =
        hot.stream()
            .limit(SHOWN_MAX)
            .map(load -> text(load, share))
            .collect(Collectors.joining("\n\n"));
    int left = hot.size() - SHOWN_MAX;
    return (hot.size() == 1 ? "A partition is" : hot.size() + " partitions are")
        + " hot.\n\n"
        + Wrapped.of(shown)
        + (left > 0 ? "\n\nand " + left + " more" : "");
  }

  /**
   * The message about partitions that were expected to be hot and are not.
   *
   * @param missed the tables and indexes, in words
   * @param hottest the loads of partitions, the hottest first
   * @param limits the limits whose throttles are heat
   * @param heatMax the part of what a partition has from which on it is hot, too
   */
  static String missed(
      List<String> missed, List<PartitionLoad> hottest, Set<LimitType> limits, double heatMax) {
    String text =
        format(
            "No partition went hot of %s, where @ExpectHotPartitions says that one does.%n%n"
                + "Hot is one with throttles of %s%s. %s%n"
                + "  What to do: if the design is cured, take the annotation away; if the load is too small"
                + " to show it, make it larger (SimulatedPartitions.loadFactor); if it may be hot and need"
                + " not, say @AllowHotPartitions.",
            String.join(", ", missed),
            limits.isEmpty()
                ? "no kind"
                : limits.stream().map(LimitType::toString).collect(Collectors.joining(" or ")),
            heatMax == Double.POSITIVE_INFINITY
                ? ""
                : format(", or one asked for more than %.0f %% of what it has", 100 * heatMax),
            hottest.isEmpty()
                ? "Nothing was asked of any: do the requests go through the wrapped client?"
                : "The hottest: " + load(hottest.get(0)));
    return Wrapped.of(text);
  }

  private static String text(PartitionLoad load, double share) {
    return load(load)
        + throttled(load)
        + "\n  Hottest "
        + (load.keys() == 1 ? "key: " : "of " + load.keys() + " keys: ")
        + load.hottestKeys().stream().map(key -> text(key, load)).collect(Collectors.joining(", "))
        + "\n  What to do: "
        + remedy(load, share);
  }

  private static String load(PartitionLoad load) {
    return format(
        "%s, partition %d, second %d: %,.0f %s units were asked for, and %s %s (%.1f times as much as"
            + " that).",
        load.index() == null
            ? "Table " + load.table()
            : "Index " + load.index() + " of table " + load.table(),
        load.partition(),
        load.second(),
        load.offeredUnits(),
        kind(load),
        load.isShare() ? "of what is provisioned the partition has" : "a partition carries",
        text(load.limitUnits()),
        load.heat());
  }

  private static String throttled(PartitionLoad load) {
    ThrottleReason reason = load.reason();
    return reason == null
        ? " Nothing was throttled yet."
        : format(" Throttled: %,d (%s).", load.throttled(), reason.code());
  }

  private static String text(KeyHeat key, PartitionLoad load) {
    return format(
        "'%s' %,.0f units (%.0f %%)",
        key.partitionKey().replace('\u0000', '/'),
        key.units(),
        100 * key.units() / load.offeredUnits());
  }

  private static String kind(PartitionLoad load) {
    return load.operation() == OperationType.READ ? "read" : "write";
  }

  private static String format(String text, Object... arguments) {
    return String.format(Locale.ROOT, text, arguments);
  }

  /** Units in words, such as 1,000, or 62.5: an even part need not be whole. */
  private static String text(double units) {
    return units == Math.rint(units) ? format("%,.0f", units) : format("%,.1f", units);
  }

  /**
   * The remedy for a hot partition, by its cause.
   *
   * @param share the part of what a partition carries that a key may ask for
   */
  private static String remedy(PartitionLoad load, double share) {
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
    String limit = text(load.limitUnits());
    String formula =
        format(
            "%,.0f / %s = %.0f shards at the least",
            units,
            share < 1 ? format("(%.0f %% of %s)", 100 * share, limit) : limit,
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
