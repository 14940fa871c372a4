package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;
import static dev.evenkeel.simulator.spec.PartitionRules.PARTITION_WRITE_UNITS;

import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How to shard the key of a trace, with the arithmetic. */
final class Sharding {
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
          "none: one partition carries the busiest second of every key",
          "as the table: plain",
          "");
    }
    boolean rulesDo = areRulesEnough();
    int count = withHeadRoom(units, choice.selection());
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
            + Math.max(shards, count)
            + ") keeps the index's own sort key; numberFirst(name, key, "
            + Math.max(shards, count)
            + "), AWS's layout, where it has none",
        rulesDo
            ? ShardCode.ofRules(choice.selection(), rules(choice.selection()))
            : ShardCode.ofAll(choice.selection(), Math.max(shards, count)));
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
    boolean isWhole = perWrite == Math.rint(perWrite);
    return format(
        isWhole
            ? "%,.0f writes/s x %,.0f KB%s / %,d = %,.3f, rounded up: %,d"
            : "%,.0f writes/s x %,.2f KB (of items rounded up, on average)%s / %,d = %,.3f, rounded"
                + " up: %,d",
        units / perWrite,
        perWrite,
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
