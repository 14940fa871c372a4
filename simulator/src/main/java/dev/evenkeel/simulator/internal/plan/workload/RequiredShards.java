package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.sharding.planning.BulkLoadPlanner.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
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
    KeyLoad.Builder load = KeyLoad.builder().itemBytes(workload.itemBytes());
    boolean reads = workload.access().type() == OperationType.READ;
    KeyLoad hottest = (reads ? load.getsPerSecond(rate) : load.writesPerSecond(rate)).build();
    try {
      int shards =
          ShardCountPlanner.builder()
              .selection(scenario.shards().selection())
              .build()
              .plan(hottest)
              .shards();
      return sentence(
          shards,
          scenario.shards().count(),
          scenario.table().capacity() instanceof Capacity.OnDemand);
    } catch (InfeasibleLoadException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String sentence(int needed, int simulated, boolean isOnDemand) {
    if (needed > simulated) {
      return String.format(
          Locale.ROOT,
          "Take %,d, of which even the hottest leaves a fifth of its partition unused ('evenkeel"
              + " capacity shards').",
          needed);
    }
    return isOnDemand
        ? String.format(
            Locale.ROOT,
            "%,d would do ('evenkeel capacity shards'), once the table has adapted to the load or"
                + " 'evenkeel prewarm' has made it ready.",
            needed)
        : String.format(
            Locale.ROOT,
            "%,d would do ('evenkeel capacity shards'), once none shares a partition with another:"
                + " DynamoDB splits hot partitions within minutes.",
            needed);
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
