package dev.evenkeel.sharding.planning;

/**
 * Partitions that have the same part of their table.
 *
 * @param partitions how many
 * @param readUnitsPerSecond what each has
 * @param writeUnitsPerSecond what each has
 */
public record PartitionGroup(
    long partitions, double readUnitsPerSecond, double writeUnitsPerSecond) {

  /**
   * "DynamoDB currently retains up to five minutes (300 seconds) of unused read and write capacity"
   * (AWS, <em>Best practices for tables</em>, "Use burst capacity sparingly", and still so in
   * <em>DynamoDB burst and adaptive capacity</em>). Not to be counted on: DynamoDB uses it itself.
   */
  public static final int BURST_SECONDS = 300;

  /** The most read units that a partition which was idle can spend in a burst. */
  public double burstReadUnitsMax() {
    return BURST_SECONDS * readUnitsPerSecond;
  }

  /** The most write units that a partition which was idle can spend in a burst. */
  public double burstWriteUnitsMax() {
    return BURST_SECONDS * writeUnitsPerSecond;
  }
}
