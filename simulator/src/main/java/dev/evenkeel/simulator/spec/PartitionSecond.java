package dev.evenkeel.simulator.spec;

/**
 * A partition at the end of one second in which something was asked of it, before any split.
 *
 * @param state as it is
 * @param endHash where its hash range ends, unsigned and not in it; 0 for the end of all hashes,
 *     and its {@code firstHash} where it holds a part of the items of one key
 * @param heat what it met in the second
 */
public record PartitionSecond(PartitionState state, long endHash, PartitionHeat heat) {

  /**
   * What was asked of it as a part of what it has each second without burst: more than 1 cannot
   * last. Where nothing is provisioned, as a part of what any partition carries.
   */
  public double use() {
    return Math.max(
        part(
            heat.offeredReadUnits(),
            state.readUnitsPerSecond(),
            PartitionRules.PARTITION_READ_UNITS),
        part(
            heat.offeredWriteUnits(),
            state.writeUnitsPerSecond(),
            PartitionRules.PARTITION_WRITE_UNITS));
  }

  private static double part(double asked, double has, long limit) {
    return asked / (has > 0 ? has : limit);
  }
}
