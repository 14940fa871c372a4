package dev.evenkeel.examples.pages;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.WorkloadComparison;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.spec.workload.Workload;

/** The code of {@code docs/simulate.md}. */
final class SimulatePage {
  private SimulatePage() {}

  static String report() {
    // [docs:comparison]
    Workload day = Workload.writes(20_000, KeyDistribution.single("2014-07-09"), 60);
    TableSpec table = TableSpec.builder("orders").capacity(Capacity.provisioned(0, 20_000)).build();
    Scenario scenario = new Scenario(table, new Shards(10, Selection.CALCULATED), 0);

    Comparison comparison = WorkloadComparison.of(scenario, day);
    System.out.println(comparison.plain().acceptedPerSecond()); // 1,000
    System.out.println(comparison.gain()); // 9: what ten shards' partitions carry under seed 0
    String page = WorkloadComparison.html(comparison);
    // [docs]
    return page;
  }
}
