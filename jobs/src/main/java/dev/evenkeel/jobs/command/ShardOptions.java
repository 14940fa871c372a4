package dev.evenkeel.jobs.command;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import picocli.CommandLine.Option;

/** The sharding options of a simulated key. */
final class ShardOptions {
  @Option(
      names = "--shards",
      paramLabel = "COUNT",
      defaultValue = "10",
      description =
          "shards of each key in the second run, 2 to "
              + ShardingSpec.SHARDS_MAX
              + "; default ${DEFAULT-VALUE}. 'evenkeel capacity shards' says how many a load needs")
  private int count;

  @Option(
      names = "--selection",
      paramLabel = "HOW",
      defaultValue = "CALCULATED",
      description = "how shards come about: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private Selection selection = Selection.CALCULATED;

  /**
   * The number of shards.
   *
   * @throws IllegalArgumentException if there can be none like that
   */
  Shards shards() {
    return new Shards(count, selection);
  }
}
