package dev.evenkeel.simulator.spec;

/**
 * A partition at the end of one second in which something was asked of it, before any split.
 *
 * @param state as it is
 * @param endHash where its hash range ends, unsigned and not in it; 0 for the end of all hashes,
 *     and its {@code firstHash} where it holds a part of the items of one key
 * @param heat its heat in the second
 */
public record PartitionSecond(PartitionState state, long endHash, PartitionHeat heat) {

  /** See {@link PartitionHeat#heat()}. */
  public double use() {
    return heat.heat();
  }

  /**
   * The load of one partition in one second.
   *
   * @param partition its number; numbers are never used again
   * @param offeredReadUnits the read units offered to it
   * @param offeredWriteUnits likewise
   * @param acceptedReadUnits the read units that it served
   * @param acceptedWriteUnits likewise
   * @param readUnitsPerSecond what it has each second without burst: what any partition carries, or
   *     in provisioned mode without adaptive capacity its part of what is provisioned
   * @param writeUnitsPerSecond likewise
   */
  public record PartitionHeat(
      long partition,
      double offeredReadUnits,
      double offeredWriteUnits,
      double acceptedReadUnits,
      double acceptedWriteUnits,
      double readUnitsPerSecond,
      double writeUnitsPerSecond) {

    /**
     * The ratio of offered load to capacity: more than 1 cannot last. Where it has nothing of a
     * type, as a part of what any partition carries.
     */
    public double heat() {
      return Math.max(
          part(offeredReadUnits, readUnitsPerSecond, PartitionRules.PARTITION_READ_UNITS),
          part(offeredWriteUnits, writeUnitsPerSecond, PartitionRules.PARTITION_WRITE_UNITS));
    }

    private static double part(double requested, double has, long limit) {
      return requested / (has > 0 ? has : limit);
    }
  }
}
