package dev.evenkeel.simulator.spec;

/**
 * What one partition met in one second.
 *
 * @param partition its number; numbers are never used again
 * @param offeredReadUnits what was asked of it
 * @param offeredWriteUnits likewise
 * @param acceptedReadUnits what it served
 * @param acceptedWriteUnits likewise
 */
public record PartitionHeat(
    long partition,
    double offeredReadUnits,
    double offeredWriteUnits,
    double acceptedReadUnits,
    double acceptedWriteUnits) {

  /** What was asked of it as a part of what any partition carries; above 1 it is overloaded. */
  public double heat() {
    return Math.max(
        offeredReadUnits / PartitionRules.PARTITION_READ_UNITS,
        offeredWriteUnits / PartitionRules.PARTITION_WRITE_UNITS);
  }
}
