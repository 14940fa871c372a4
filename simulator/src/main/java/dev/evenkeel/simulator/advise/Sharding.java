package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;
import static dev.evenkeel.simulator.spec.PartitionRules.PARTITION_WRITE_UNITS;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.sharding.planning.ShardPlan;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The computation of shards for the key of a trace.
 *
 * @param sorted whether the table has a sort key
 */
record Sharding(TraceSums sums, HotKeys hot, Rating rating, double growth, boolean sorted) {
  /** The share of a shard that is used, as the planner leaves a fifth unused. */
  private static final double PLAIN_USE_MAX = 0.8;

  /** The part by which a product with a decimal fraction may be too large. */
  private static final double ROUNDING = 1e-9;

  private static final String WITHOUT_SHARDS =
      "join the key with another attribute (@CompositeKey), or write less or smaller items under"
          + " it";

  private SelectorChoice choice() {
    return sorted ? SelectorChoice.of(sums) : SelectorChoice.COUNTER;
  }

  /** Null if nothing was written. */
  @Nullable ShardAdvice advice() {
    if (sums.writes() == 0) {
      return null;
    }
    return hot.writes().hot().isEmpty() ? plain(hot.writes().hottest()) : sharded();
  }

  private ShardAdvice plain(KeyPeak peak) {
    double use = peak.units().low() * growth / PARTITION_WRITE_UNITS;
    return unsharded(
        1,
        arithmetic(peak, peak.units().low(), 1),
        1,
        use > PLAIN_USE_MAX
            ? format(
                "none yet: the busiest second of a key takes %.1f %% of a partition; shard it"
                    + " before it grows (--growth says how)",
                100 * use)
            : "none: one partition carries the busiest second of every key",
        "as the table: plain");
  }

  private ShardAdvice sharded() {
    SelectorChoice choice = choice();
    Map<String, Integer> counts = new LinkedHashMap<>();
    List<String> tooHot = new ArrayList<>();
    Set<String> oneItem = hot.oneItem();
    HeadRoom most = new HeadRoom(0, "");
    for (String key : hot.writes().hot()) {
      if (oneItem.contains(key)) {
        continue;
      }
      HeadRoom room = HeadRoom.of(hot.writes().of(key), growth, choice.selection());
      if (room == null) {
        tooHot.add(key);
      } else {
        counts.put(key, room.shards());
        most = room.shards() > most.shards() ? room : most;
      }
    }
    List<String> keysOfPeak =
        !counts.isEmpty()
            ? List.copyOf(counts.keySet())
            : !tooHot.isEmpty() ? tooHot : hot.writes().hot();
    KeyPeak peak = hot.writes().of(keysOfPeak.get(0));
    double units = peak.units().high();
    int shards = (int) Math.ceil(units * growth / PARTITION_WRITE_UNITS * (1 - ROUNDING));
    if (counts.isEmpty()) {
      return tooMuch(arithmetic(peak, units, shards), shards, tooHot.isEmpty());
    }
    ShardedKeys keys = ShardedKeys.of(counts, most.shards(), hot, rating, growth);
    return new ShardAdvice(
        shards,
        arithmetic(peak, units, shards),
        most.shards(),
        most.arithmetic(),
        choice.selection(),
        choice.reason(),
        !keys.isAll(),
        (sorted ? keys.text() : SelectorChoice.ONE_ITEM + " As counters, " + keys.text())
            + (tooHot.isEmpty() ? "" : ". " + tooHot(tooHot))
            + (hot.writes().hot().size() == counts.size() + tooHot.size()
                ? ""
                : ". Beside, " + ofOneItem()),
        format(
            "as the key of an index: ShardedIndexSpec.multiAttribute(name, key,"
                + " %1$d).sortKey(sortKey) keeps the index's own sort key; numberFirst(name, key,"
                + " %1$d), AWS's layout, where it has none",
            most.shards()),
        ShardCode.of(sorted, choice.selection(), keys.isAll() ? most.shards() : 1, keys.rules()));
  }

  private static String tooHot(List<String> keys) {
    return format(
        "%s beside: for %s, no count up to %,d is sure to do; %s",
        Sources.count(keys.size(), "hot key"),
        Sources.list(keys, key -> "'" + Printable.of(key, AdvisorRules.NAME_LENGTH_MAX) + "'"),
        ShardingSpec.SHARDS_MAX,
        WITHOUT_SHARDS);
  }

  private String ofOneItem() {
    List<String> keys = hot.writes().hot().stream().filter(hot.oneItem()::contains).toList();
    return format(
        "of %s, %s, one item alone is written too much: %s",
        Sources.count(keys.size(), "hot key"),
        Sources.list(keys, key -> "'" + Printable.of(key, AdvisorRules.NAME_LENGTH_MAX) + "'"),
        SelectorChoice.HOT_ITEM);
  }

  private ShardAdvice tooMuch(String arithmetic, int shards, boolean isOneItem) {
    return unsharded(
        shards,
        arithmetic,
        0,
        isOneItem
            ? ofOneItem()
            : format(
                "no count up to %,d is sure to carry it; %s",
                ShardingSpec.SHARDS_MAX, WITHOUT_SHARDS),
        "as the table: its key, too, has to be another");
  }

  private ShardAdvice unsharded(
      int shards, String arithmetic, int withHeadRoom, String rules, String indexLayout) {
    SelectorChoice choice = choice();
    return new ShardAdvice(
        shards,
        arithmetic,
        withHeadRoom,
        "",
        choice.selection(),
        choice.reason(),
        false,
        rules,
        indexLayout,
        "");
  }

  /**
   * The arithmetic in AWS's form if all writes of that second were of one size, and else in units.
   */
  private String arithmetic(KeyPeak peak, double units, int shards) {
    return format(
        "%s%s / %,d = %,.3f, rounded up: %,d",
        peak.alike()
            ? format(
                "%,.0f writes/s x %,.0f KB", units / peak.unitsPerRequest(), peak.unitsPerRequest())
            : format("%,.0f write units/s", units),
        growth == 1 ? "" : format(" x %s (growth)", growth),
        PARTITION_WRITE_UNITS,
        units * growth / PARTITION_WRITE_UNITS,
        shards);
  }

  /**
   * The number of shards that carry a key, its busiest shard not full.
   *
   * @param arithmetic the load of the busiest shard, and its limit
   */
  record HeadRoom(int shards, String arithmetic) {

    /**
     * For the busiest second of a key, by the units of its own writes: the fewer and larger they
     * are, the more uneven their shards.
     *
     * @return null if there cannot be as many
     */
    static @Nullable HeadRoom of(KeyPeak peak, double growth, Selection selection) {
      double units = peak.units().high();
      int perWrite = (int) Math.max(1, Math.ceil(peak.unitsPerRequest()));
      KeyLoad load = KeyLoad.writing(units / perWrite, perWrite * WriteCapacity.BLOCK_BYTES);
      try {
        ShardPlan plan =
            ShardCountPlanner.builder().growth(growth).selection(selection).build().plan(load);
        return new HeadRoom(
            plan.shards(),
            format(
                "%s%s over %,d shards are %,.0f write units/s for the busiest",
                peak.alike()
                    ? format("%,.0f writes/s of %,d KB", units / perWrite, perWrite)
                    : format("%,.0f write units/s in writes of %,d KB", units, perWrite),
                growth == 1 ? "" : format(" x %s", growth),
                plan.shards(),
                plan.hottestWriteUnitsPerSecond()));
      } catch (InfeasibleLoadException e) {
        return null;
      }
    }
  }

  /** The choice of the selector, by the requests for single items. */
  record SelectorChoice(Selection selection, String reason) {
    static final SelectorChoice COUNTER =
        new SelectorChoice(Selection.RANDOM, "an addition goes to any of a counter's rows");

    static final String ONE_ITEM =
        "each key is one item, which shards do not divide unless its numbers are only added to. If"
            + " they are not, give the table a sort key and make of one item several, or write it"
            + " less often.";

    static final String HOT_ITEM =
        "shards do not divide it. If its numbers are only added to, CounterSpec spreads them."
            + " If not, make of the item several, or write it less often";

    static SelectorChoice of(TraceSums sums) {
      if (sums.itemReads() > 0 || sums.updates() > 0) {
        return new SelectorChoice(
            Selection.CALCULATED,
            format(
                "%s and %s are of single items, which a calculated shard finds with"
                    + " one request",
                Sources.count(sums.itemReads(), "read"), Sources.count(sums.updates(), "update")));
      }
      if (sums.reads() > 0) {
        return new SelectorChoice(
            Selection.ROTATING,
            "items are only inserted, and no read names a sort key: in turn, all shards get the"
                + " same. Sort keys have to be unique");
      }
      return sums.hasSortKeys()
          ? new SelectorChoice(
              Selection.CALCULATED,
              "nothing is read in the trace: a shard calculated from the sort key leaves every way"
                  + " of reading open")
          : new SelectorChoice(
              Selection.RANDOM,
              "items are only inserted, and the trace tells neither reads nor sort keys. Sort keys"
                  + " have to be unique; take a calculated shard if single items are read");
    }
  }
}
