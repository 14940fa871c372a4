package dev.evenkeel.simulator.spec;

import dev.evenkeel.simulator.spec.Capacity.Throughput;

/**
 * The numbers of the model, each with its source. "The guide" is AWS, <em>Best practices for
 * tables</em>, in the edition that still described the allocation of partitions; AWS says itself
 * that these details are subject to change.
 */
public final class PartitionRules {
  /**
   * Write units a second that one partition carries. The guide, "Initial allocation of partitions":
   * "A single partition can support a maximum of 3,000 read capacity units or 1,000 write capacity
   * units". Still so per key value (AWS, <em>Choosing the right DynamoDB partition key</em>). Reads
   * and writes are limited apart: "partition-level throttling operates independently for reads and
   * writes" (AWS, <em>Key range throughput exceeded</em>).
   */
  public static final long PARTITION_WRITE_UNITS = 1_000;

  /** Read units a second that one partition carries; see {@link #PARTITION_WRITE_UNITS}. */
  public static final long PARTITION_READ_UNITS = 3_000;

  /**
   * Bytes that one partition holds. The guide, "Subsequent allocation of partitions": "A single
   * partition can hold approximately 10 GB of data". AWS does not say which gigabyte; this is the
   * smaller one, of a thousand million bytes.
   */
  public static final long PARTITION_BYTES = 10_000_000_000L;

  /**
   * Bytes that a simulated table holds to begin with, at most. Ours: as many partitions as {@link
   * Throughput#UNITS_MAX} takes, all of which are in memory.
   */
  public static final long STORED_BYTES_MAX = 100_000 * PARTITION_BYTES;

  /**
   * Seconds of unused throughput that are kept. The guide, "Use burst capacity sparingly":
   * "DynamoDB currently retains up to five minutes (300 seconds) of unused read and write
   * capacity".
   */
  public static final int BURST_SECONDS = 300;

  /**
   * Write units a second that a new on-demand table takes. AWS, <em>Pre-warming a table for
   * on-demand capacity mode</em>: "New on-demand tables will be able to sustain up to 4,000 writes
   * per second and 12,000 reads per second".
   */
  public static final long ON_DEMAND_WRITE_UNITS = 4_000;

  /** Read units a second that a new on-demand table takes; see {@link #ON_DEMAND_WRITE_UNITS}. */
  public static final long ON_DEMAND_READ_UNITS = 12_000;

  /**
   * The initial capacity of an on-demand table, as a multiple of its previous peak. The same AWS
   * text: the table is not throttled if it "doesn't exceed twice its previous peak traffic".
   */
  public static final int ON_DEMAND_PEAK_FACTOR = 2;

  /**
   * Seconds until a peak counts as the previous one: half an hour. The same AWS text: "throttling
   * can still occur if the throughput exceeds twice the previous peak within the same 30 minutes".
   */
  public static final int ON_DEMAND_PEAK_SECONDS = 1_800;

  /**
   * Read, and likewise write, units a second that an account lets one on-demand table consume
   * unless AWS raises it. AWS, <em>Quotas in Amazon DynamoDB</em>, "Throughput default quotas".
   */
  public static final long ON_DEMAND_QUOTA_UNITS = 40_000;

  /**
   * The part of {@link #PARTITION_WRITE_UNITS} or {@link #PARTITION_READ_UNITS} from which on a
   * partition is hot. Ours: AWS splits a partition that "receives read or write traffic near its
   * throughput capacity limit" (<em>Scaling DynamoDB</em>, part 3) and gives no number. One that
   * has too little left of it for a request is hot, too.
   */
  public static final double HEAT_SHARE = 0.9;

  /**
   * Seconds in a row that a partition is hot before it is split. Ours: AWS says that the split
   * answers sustained traffic, and gives no number; minutes were seen.
   */
  public static final int HEAT_SECONDS = 300;

  private PartitionRules() {}

  /** Units of a type that one partition carries a second. */
  public static long partitionUnits(OperationType type) {
    return type == OperationType.READ ? PARTITION_READ_UNITS : PARTITION_WRITE_UNITS;
  }
}
