package dev.evenkeel.sharding.planning;

/**
 * The limits of one partition, and therefore of one partition key value where DynamoDB cannot split
 * its items over several partitions.
 *
 * <p>Source: AWS, <em>Best practices for tables</em>, "Subsequent allocation of partitions": about
 * 10 GB, 3,000 read units or 1,000 write units; the same numbers per key value in <em>Choosing the
 * right DynamoDB partition key</em>, "Partition keys and request throttling". They still hold, in
 * provisioned and in on-demand mode (AWS, <em>Best practices for designing and using partition keys
 * effectively</em>). The share that a key can reach by itself has changed since:
 *
 * <ul>
 *   <li><b>Adaptive capacity</b> gives a busy partition what others leave unused, at once. A key no
 *       longer gets the table's throughput divided by its partitions, but up to these limits, as
 *       long as the table as a whole has the throughput.
 *   <li><b>Split for heat</b> divides a partition that stays busy, within minutes: between keys,
 *       and between the sort keys of one key, but not that in a table with local indexes, and to no
 *       avail where sort keys only grow, since every write goes to the last piece.
 *   <li><b>Warm throughput</b> says what a table can take at once, and may be raised beforehand. It
 *       does not raise the limits of a partition.
 * </ul>
 *
 * So the limits bind a key whose items are written in ascending order, a key in a table with local
 * indexes, any key in the first minutes, and a single item for ever.
 */
public enum PartitionLimit {
  WRITE_UNITS_PER_SECOND(1_000, "write units a second"),
  READ_UNITS_PER_SECOND(3_000, "read units a second"),

  /**
   * Bytes stored. A limit of a key only where the table has local secondary indexes: "the total
   * size of an item collection has exceeded the maximum limit of 10 gigabytes" (AWS,
   * ItemCollectionSizeLimitExceededException). Otherwise DynamoDB continues in another partition.
   * AWS does not say which gigabyte; this is the smaller one, of a thousand million bytes.
   */
  STORED_BYTES(10_000_000_000L, "bytes stored");

  private final long max;
  private final String text;

  PartitionLimit(long max, String text) {
    this.max = max;
    this.text = text;
  }

  /** The most that one partition carries. */
  public long max() {
    return max;
  }

  /** Such as {@code write units a second}. */
  @Override
  public String toString() {
    return text;
  }
}
