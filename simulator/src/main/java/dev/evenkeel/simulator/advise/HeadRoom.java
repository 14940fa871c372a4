package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.sharding.planning.InfeasibleLoadException;
import dev.evenkeel.sharding.planning.KeyLoad;
import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.sharding.planning.ShardCountPlanner;
import dev.evenkeel.sharding.planning.ShardPlan;
import org.jspecify.annotations.Nullable;

/**
 * How many shards carry a key, its busiest one not full.
 *
 * @param arithmetic what the busiest takes, and of what
 */
record HeadRoom(int shards, String arithmetic) {

  /**
   * For the busiest second of a key, by the units of its own writes: the fewer and larger they are,
   * the more uneven their shards.
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
