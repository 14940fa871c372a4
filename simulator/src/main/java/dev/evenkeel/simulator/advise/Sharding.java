package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;
import static dev.evenkeel.simulator.spec.PartitionRules.PARTITION_WRITE_UNITS;

import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How to shard the key of a trace, with the arithmetic. */
final class Sharding {
  /** As the planner leaves a fifth of a shard unused. */
  private static final double PLAIN_USE_MAX = 0.8;

  private final TraceSums sums;
  private final HotKeys hot;
  private final Rating rating;
  private final double growth;

  Sharding(TraceSums sums, HotKeys hot, Rating rating, double growth) {
    this.sums = sums;
    this.hot = hot;
    this.rating = rating;
    this.growth = growth;
  }

  /** Null if nothing was written. */
  @Nullable ShardAdvice advice() {
    if (sums.writes() == 0) {
      return null;
    }
    double units = hot.hottestWriteUnits();
    int shards = formula(units);
    SelectorChoice choice = SelectorChoice.of(sums);
    if (shards == 1) {
      return new ShardAdvice(
          1,
          arithmetic(units, 1),
          1,
          choice.selection(),
          choice.reason(),
          false,
          plain(units * growth / PARTITION_WRITE_UNITS),
          "as the table: plain",
          "");
    }
    int roomy = withHeadRoom(units, choice.selection());
    int count = Math.max(shards, roomy);
    if (roomy == 0 || shards > ShardingSpec.SHARDS_MAX) {
      return new ShardAdvice(
          shards,
          arithmetic(units, shards),
          0,
          choice.selection(),
          choice.reason(),
          false,
          format(
              "no count up to %,d is sure to carry it; join the key with another attribute"
                  + " (@CompositeKey), or write less or smaller items under it",
              ShardingSpec.SHARDS_MAX),
          "as the table: its key, too, has to be another",
          "");
    }
    boolean rulesDo = areRulesEnough();
    return new ShardAdvice(
        shards,
        arithmetic(units, shards),
        count,
        choice.selection(),
        choice.reason(),
        rulesDo,
        rulesDo
            ? format(
                "rules for %d hot %s; all others stay plain, one request a query",
                hot.hotWrites().size(), hot.hotWrites().size() == 1 ? "key" : "keys")
            : "all keys: which of them is hot changes, or they are many",
        "as the key of an index: ShardedIndexSpec.multiAttribute(name, key, sortKey, "
            + count
            + ") keeps the index's own sort key; numberFirst(name, key, "
            + count
            + "), AWS's layout, where it has none",
        rulesDo
            ? ShardCode.ofRules(choice.selection(), rules(choice.selection()))
            : ShardCode.ofAll(choice.selection(), count));
  }

  /** Why there are no shards. What is nearly too much will be, on a busier day. */
  private static String plain(double use) {
    return use > PLAIN_USE_MAX
        ? format(
            "none yet: the busiest second of a key takes %.1f %% of a partition; shard it before it"
                + " grows (--growth says how)",
            100 * use)
        : "none: one partition carries the busiest second of every key";
  }

  /** Keys that are hot in their turn all need shards; so do more than anybody writes rules for. */
  private boolean areRulesEnough() {
    KeyDesign design = rating.design();
    return design != KeyDesign.ROUNDED_TIME
        && design != KeyDesign.FEW_VALUES
        && growth == 1
        && hot.hotWriteCount() <= AdvisorRules.KEYS_TOLD_MAX;
  }

  private List<ShardCode.Rule> rules(Selection selection) {
    return hot.hotWrites().stream()
        .map(
            key -> {
              double units = hot.writePeak(key).units().high();
              return new ShardCode.Rule(
                  key, Math.max(formula(units), withHeadRoom(units, selection)));
            })
        .toList();
  }

  private int formula(double units) {
    return (int) Math.max(1, Math.ceil(units * growth / PARTITION_WRITE_UNITS));
  }

  private String arithmetic(double units, int shards) {
    double perWrite = sums.unitsPerWrite();
    return format(
        "%s%s / %,d = %,.3f, rounded up: %,d",
        sums.sameUnitsPerWrite()
            ? format("%,.0f writes/s x %,.0f KB", units / perWrite, perWrite)
            : format("%,.0f write units/s", units),
        growth == 1 ? "" : format(" x %s (growth)", growth),
        PARTITION_WRITE_UNITS,
        units * growth / PARTITION_WRITE_UNITS,
        shards);
  }

  /** 0 if there cannot be as many. */
  private int withHeadRoom(double units, Selection selection) {
    double perWrite = Math.ceil(sums.unitsPerWrite());
    KeyLoad load = KeyLoad.writing(units / perWrite, (int) (perWrite * WriteCapacity.BLOCK_BYTES));
    try {
      return ShardCountPlanner.builder()
          .growth(growth)
          .selection(selection)
          .build()
          .plan(load)
          .shards();
    } catch (InfeasibleLoadException e) {
      return 0;
    }
  }
}
