package dev.evenkeel.examples;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.sharding.planning.BulkLoadPlanner;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.BulkLoadPlan;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.PartitionEstimate;
import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.sharding.planning.ShardOccupancy;
import dev.evenkeel.sharding.planning.ShardPlan;
import java.io.PrintStream;
import java.time.Duration;

/** The examples of the guide to planning. It sends nothing. */
public final class Planning {
  private Planning() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    hotKey(out);
    coolKey(out);
    rotating(out);
    occupancy(out);
    table(out);
    bulkLoad(out);
  }

  private static void hotKey(PrintStream out) {
    // [docs:hot-key]
    KeyLoad load =
        KeyLoad.builder()
            .writesPerSecond(5_000)
            .itemBytes(1_200)
            .queryPagesPerSecond(20)
            .queryPageRows(100)
            .build();
    ShardCountPlanner planner =
        ShardCountPlanner.builder()
            .headRoom(0.2) // of each limit, on the hottest shard
            .growth(1.5) // before the count is looked at again
            .queryPageUnitsMax(CapacityUnits.of(60)) // or there is no plan
            .build();
    ShardPlan plan = planner.plan(load);
    // [docs]
    out.println(plan.explain());
  }

  private static void coolKey(PrintStream out) {
    // [docs:cool-key]
    ShardPlan plan = ShardCountPlanner.create().plan(KeyLoad.writing(400, 1_200));
    // [docs]
    out.println(plan.explain());
  }

  private static void rotating(PrintStream out) {
    // [docs:rotating]
    ShardCountPlanner planner =
        ShardCountPlanner.builder().selection(Selection.ROTATING).headRoom(0).build();
    out.println(planner.plan(KeyLoad.writing(6_000, 1_000)));
    // [docs]
  }

  private static void occupancy(PrintStream out) {
    // [docs:occupancy]
    out.printf("%.1f on one of 6%n", ShardOccupancy.of(6, 6).fullestMean());
    out.printf("%.1f on one of 6%n", ShardOccupancy.of(60, 6).fullestMean());
    // [docs]
  }

  private static void table(PrintStream out) {
    // [docs:table]
    PartitionEstimate table = PartitionEstimator.newTable(5_000, 2_000);
    out.println(table);
    out.println(table.withOneSplit());
    out.println(table.withThroughput(8_000, 2_000));
    // [docs]
  }

  private static void bulkLoad(PrintStream out) {
    // [docs:bulk-load]
    BulkLoadPlanner load = BulkLoadPlanner.of(20_000_000, 1_000);
    BulkLoadPlan fast = load.within(Duration.ofMinutes(30));
    BulkLoadPlan slow = load.within(Duration.ofHours(3));
    out.println(fast.writeUnitsPerSecond() + " units a second, " + fast.partitions());
    out.println(slow.writeUnitsPerSecond() + " units a second, " + slow.partitions());
    out.println("then " + fast.afterwards(0, 200));
    // [docs]
  }
}
