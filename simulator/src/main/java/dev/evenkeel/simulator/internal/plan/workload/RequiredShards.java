package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.PartitionEstimate;
import dev.evenkeel.sharding.planning.PartitionEstimate.PartitionGroup;
import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.Locale;

/**
 * The number of shards that the hottest key of a workload needs at its peak, by the planner's
 * arithmetic.
 */
public final class RequiredShards {
  private RequiredShards() {}

  /** In a sentence. */
  public static String of(Workload workload, Scenario scenario) {
    double rate = workload.rate().max() * hottestShare(workload.keys());
    TableSpec table = scenario.table();
    if (table.capacity() instanceof Capacity.Provisioned provisioned
        && !table.behavior().adaptive()) {
      return ofParts(
          rate * workload.access().units(workload.itemBytes()).asDouble(),
          workload.access().type(),
          PartitionEstimator.newTable(
                  provisioned.throughput().readUnits(), provisioned.throughput().writeUnits())
              .holding(table.storedBytes()));
    }
    KeyLoad.Builder load =
        KeyLoad.builder()
            .itemBytes(workload.itemBytes())
            .reads(
                workload.access() == Access.STRONG_READ
                    ? ReadCapacity.STRONG
                    : ReadCapacity.EVENTUAL);
    boolean reads = workload.access().type() == OperationType.READ;
    KeyLoad hottest = (reads ? load.getsPerSecond(rate) : load.writesPerSecond(rate)).build();
    try {
      int shards =
          ShardCountPlanner.builder()
              .selection(scenario.shards().selection())
              .build()
              .plan(hottest)
              .shards();
      return sentence(shards, scenario);
    } catch (InfeasibleLoadException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Without adaptive capacity a partition has its part of the table, and no more. */
  private static String ofParts(double units, OperationType type, PartitionEstimate table) {
    PartitionGroup smallest = table.groups().get(table.groups().size() - 1);
    double part =
        type == OperationType.READ ? smallest.readUnitsPerSecond() : smallest.writeUnitsPerSecond();
    double needed = Math.ceil(units / part * (1 - 1e-9));
    if (needed <= 1) {
      return "No key needs shards by itself; keys share partitions.";
    }
    return needed > table.partitions()
        ? String.format(
            Locale.ROOT,
            "No number of shards carries %,.0f units a second of one key: without adaptive capacity"
                + " each of %,d partitions has %,.1f. Provision more.",
            units,
            table.partitions(),
            part)
        : String.format(
            Locale.ROOT,
            "Take %,.0f at the least, on as many partitions: %,.0f units a second of the hottest"
                + " key / %,.1f, which each of %,d partitions has without adaptive capacity.",
            needed,
            units,
            part,
            table.partitions());
  }

  private static String sentence(int needed, Scenario scenario) {
    if (needed == 1) {
      return "No key needs shards by itself; keys share partitions"
          + (scenario.table().behavior().splitForHeat()
              ? ", and DynamoDB splits hot ones within minutes."
              : ".");
    }
    if (needed > scenario.shards().count()) {
      return String.format(
          Locale.ROOT,
          "Take %,d, of which even the hottest leaves a fifth of its partition unused ('evenkeel"
              + " capacity shards').",
          needed);
    }
    return scenario.table().capacity() instanceof Capacity.OnDemand
        ? String.format(
            Locale.ROOT,
            "%,d would do ('evenkeel capacity shards'), once the table has adapted to the load or"
                + " 'evenkeel prewarm' has made it ready.",
            needed)
        : String.format(
            Locale.ROOT,
            "%,d would do ('evenkeel capacity shards'), once none shares a partition with another%s.",
            needed,
            scenario.table().behavior().splitForHeat()
                ? ": DynamoDB splits hot partitions within minutes"
                : "");
  }

  private static double hottestShare(KeyDistribution keys) {
    if (!(keys instanceof KeyDistribution.Zipf zipf)) {
      return 1.0 / keys.keys();
    }
    double sum = 0;
    for (int place = zipf.keys(); place >= 1; place--) {
      sum += Math.pow(place, -zipf.exponent());
    }
    return 1 / sum;
  }
}
