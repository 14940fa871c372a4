package dev.evenkeel.simulator.spec.workload;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.Locale;

/**
 * The setting of a comparison: with each key as it is and with each key spread.
 *
 * @param table the same for both
 * @param shards of the second run
 * @param seed draws where keys lie, the same for both, and what is drawn of the workload
 */
public record Scenario(TableSpec table, Shards shards, long seed) {

  /**
   * The sharding of every partition key.
   *
   * @param count how many shards each has, 2 to {@value ShardingSpec#SHARDS_MAX}
   * @param selection how the shard of a request comes about: calculated by the hash of {@code
   *     ShardSelector.hashOf} over the number of the request, as over a unique sort key; in turn,
   *     by one process; or at random. The library's own draws begin at a place that no seed
   *     decides, so those of the simulation are drawn from its seed instead, in the same way.
   */
  public record Shards(int count, Selection selection) {
    public Shards {
      if (count < 2 || count > ShardingSpec.SHARDS_MAX) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "shards must be 2..%,d but were %,d (the same without shards is always simulated beside it)",
                ShardingSpec.SHARDS_MAX,
                count));
      }
    }
  }
}
