package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import java.util.Locale;
import java.util.StringJoiner;

/** The explanation of a plan, step by step, as text. */
final class PlanText {
  private final ShardPlan plan;
  private final KeyLoad load;
  private final StringJoiner lines = new StringJoiner("\n");

  PlanText(ShardPlan plan) {
    this.plan = plan;
    this.load = plan.grownLoad();
    writes();
    if (load.getsPerSecond() + load.queryPagesPerSecond() > 0) {
      reads();
    }
    shards();
    if (plan.shards() > 1) {
      hottest();
    }
    query();
    get();
    if (plan.shards() > 1) {
      partitions();
    }
  }

  private void line(String format, Object... values) {
    lines.add(Wrapped.of(String.format(Locale.ROOT, format, values)));
  }

  private void writes() {
    double planned = plan.load().writesPerSecond();
    line(
        "Writes: %s a second%s of %,d bytes, %s each: %s a second.",
        number(load.writesPerSecond()),
        load.writesPerSecond() > planned ? " (" + number(planned) + " grown)" : "",
        load.itemBytes(),
        count(load.writeUnits(), "write unit"),
        count(number(load.writeUnitsPerSecond()), "write unit"));
    line(
        "AWS's formula: %s x %s / %,d, rounded up = %,d.",
        number(load.writesPerSecond()),
        load.itemWriteUnits(),
        PartitionLimit.WRITE_UNITS_PER_SECOND.max(),
        plan.formulaShards());
  }

  private void reads() {
    line(
        "Reads: %s and %s a second.",
        count(number(load.getsPerSecond()), "get"),
        count(number(load.queryPagesPerSecond()), "query page"));
  }

  private void shards() {
    PartitionLimit binding = plan.bindingLimit();
    if (plan.shards() == 1) {
      line(
          "Shards: 1, do not shard. The nearest limit is %s: %s of %,d."
              + " Adaptive capacity gives a key that much by itself.",
          binding, used(binding), binding.max());
    } else {
      line(
          "Shards: %,d, the fewest of which even the hottest leaves %s %% of every limit unused."
              + " What binds is %s.",
          plan.shards(), number(100 * plan.headRoom()), binding);
    }
  }

  private void hottest() {
    double mean = load.writesPerSecond() / plan.shards();
    line(
        "Hottest shard: %s / %,d = %s a second on average, %s in the busiest: %s of %,d"
            + " write units a second.",
        number(load.writesPerSecond()),
        plan.shards(),
        count(number(mean), "write"),
        plan.selection() == Selection.ROTATING
            ? "as many"
            : "m + sqrt(2 m ln N) + ln(N) / 3 = "
                + number(plan.selection().hottest(load.writesPerSecond(), plan.shards())),
        used(PartitionLimit.WRITE_UNITS_PER_SECOND),
        PartitionLimit.WRITE_UNITS_PER_SECOND.max());
    line(
        "  It reads %s of %,d read units a second.",
        used(PartitionLimit.READ_UNITS_PER_SECOND), PartitionLimit.READ_UNITS_PER_SECOND.max());
    if (load.localIndexes()) {
      line(
          "  It stores %s of %,d bytes.",
          used(PartitionLimit.STORED_BYTES), PartitionLimit.STORED_BYTES.max());
    }
  }

  private void query() {
    QueryCost cost = QueryCost.of(load, plan.shards());
    String rows = String.format(Locale.ROOT, "%,d", load.queryPageRows());
    if (plan.shards() == 1) {
      line(
          "Query: a page of up to %s costs %s.",
          count(rows, "row"), count(cost.units(), "read unit"));
    } else {
      line(
          "Query: a page of up to %s asks each shard for %,d: %,d x %s = %s; plainly %s.",
          count(rows, "row"),
          cost.rowsPerShard(),
          plan.shards(),
          cost.unitsPerShard(),
          count(cost.units(), "read unit"),
          plan.plainQueryPageUnits());
    }
  }

  private void get() {
    if (plan.shards() == 1 || plan.selection().calculated()) {
      line("Get: one request, %s.", count(plan.getUnits(), "read unit"));
    } else {
      line(
          "Get: looks on all %,d shards, %s; plainly %s.",
          plan.shards(), count(plan.getUnits(), "read unit"), load.getUnits());
    }
  }

  private void partitions() {
    ShardOccupancy occupancy = plan.on(plan.shards());
    line(
        "Partitions: on %,d of them no two shards share one with probability %.1f %%; the fullest"
            + " has %.1f on average until DynamoDB splits it.",
        plan.shards(), 100 * occupancy.apartProbability(), occupancy.fullestMean());
  }

  private String used(PartitionLimit limit) {
    return number(plan.hottestUse(limit) * limit.max());
  }

  /** Such as 1 read unit, or 2 read units, or 0.5 read units. */
  private static String count(Object number, String thing) {
    return number + " " + thing + (number.toString().equals("1") ? "" : "s");
  }

  /** At most one decimal. */
  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%,.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
