package dev.evenkeel.simulator.spec;

/**
 * The features of DynamoDB for busy partitions that are simulated. AWS guarantees none of them, so
 * a design that needs them should be simulated without them too. Immutable.
 *
 * <ul>
 *   <li><b>Burst</b>: what a partition leaves unused in a second is kept, up to {@value
 *       PartitionRules#BURST_SECONDS} seconds' worth, and may be spent at any speed. With adaptive
 *       capacity the table keeps likewise, and a partition what it leaves of its limit; in
 *       on-demand mode partitions keep and the table does not. A new table has none yet. DynamoDB
 *       may use some of it for itself; the simulator never does.
 *   <li><b>Burst above the partition limit</b>: whether burst takes a partition above {@link
 *       PartitionRules#PARTITION_WRITE_UNITS} or {@link PartitionRules#PARTITION_READ_UNITS}. The
 *       guide says that it is spent "even faster than the per-second provisioned throughput" and
 *       names no bound, and AWS measured 4,500 read units on one key (<em>Scaling DynamoDB</em>,
 *       part 2); AWS's knowledge base says that burst does not help against the limit of a
 *       partition.
 *   <li><b>Adaptive capacity</b>: a partition of a provisioned table may use what the others leave,
 *       up to the partition's limit ("provided that traffic does not exceed your table's total
 *       provisioned capacity or the partition maximum capacity": AWS, <em>Comparing the use of
 *       Amazon DynamoDB and Apache HBase for NoSQL</em>). Approximated as one budget of the table,
 *       first come, first served: in a second where the table is used up, no partition is sure of
 *       an even part. Without it each partition has its even part and no more, as the guide says.
 *   <li><b>Split for heat</b>: a partition that is hot (see {@link PartitionRules#HEAT_SHARE}) for
 *       {@link PartitionRules#HEAT_SECONDS} in a row is split; what counts is what it accepted, and
 *       whether it had too little left for a request. Approximated: in the middle of its hash
 *       range; if one key surely had half of the units, between the sort keys of that key, where
 *       {@link SortKeys} says that helps; if there was only one item, or one key whose items stay
 *       together, not at all.
 * </ul>
 *
 * On-demand tables always use adaptive capacity.
 *
 * @param burst whether unused throughput is kept
 * @param burstAboveLimit whether it takes a partition above its limit
 * @param adaptive whether partitions share unused throughput
 * @param splitForHeat whether hot partitions are split
 */
public record PartitionBehavior(
    boolean burst, boolean burstAboveLimit, boolean adaptive, boolean splitForHeat) {

  /** All features on, as DynamoDB is today; the default. */
  public static PartitionBehavior today() {
    return new PartitionBehavior(true, true, true, true);
  }

  /**
   * The behavior that the guide describes: burst, but neither adaptive capacity nor split for heat.
   */
  public static PartitionBehavior original() {
    return new PartitionBehavior(true, true, false, false);
  }

  public PartitionBehavior withBurst(boolean on) {
    return new PartitionBehavior(on, burstAboveLimit, adaptive, splitForHeat);
  }

  public PartitionBehavior withBurstAboveLimit(boolean on) {
    return new PartitionBehavior(burst, on, adaptive, splitForHeat);
  }

  public PartitionBehavior withAdaptive(boolean on) {
    return new PartitionBehavior(burst, burstAboveLimit, on, splitForHeat);
  }

  public PartitionBehavior withSplitForHeat(boolean on) {
    return new PartitionBehavior(burst, burstAboveLimit, adaptive, on);
  }
}
