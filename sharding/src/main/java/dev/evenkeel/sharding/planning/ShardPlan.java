package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.item.CapacityUnits;

/**
 * The number of shards that a load needs, with the reason and the cost. Loads are those after
 * growth.
 *
 * <p>Writing costs what it costs plainly; sharding makes queries dearer, and single reads too where
 * the shard is drawn. Immutable.
 */
public final class ShardPlan {
  private final KeyLoad planned;
  private final KeyLoad grown;
  private final Selection selection;
  private final double headRoom;
  private final int shards;
  private final PartitionLimit bindingLimit;
  private final ShardLoad hottest;

  ShardPlan(
      KeyLoad planned,
      KeyLoad grown,
      Selection selection,
      double headRoom,
      int shards,
      PartitionLimit bindingLimit) {
    this.planned = planned;
    this.grown = grown;
    this.selection = selection;
    this.headRoom = headRoom;
    this.shards = shards;
    this.bindingLimit = bindingLimit;
    this.hottest = ShardLoad.of(grown, selection, shards);
  }

  /** The load as it was given, before growth. */
  public KeyLoad load() {
    return planned;
  }

  /** The load that was planned for. */
  public KeyLoad grownLoad() {
    return grown;
  }

  public Selection selection() {
    return selection;
  }

  /** The part of each limit that was to be left unused. */
  public double headRoom() {
    return headRoom;
  }

  /** The number of shards; 1 means that the key needs no sharding. */
  public int shards() {
    return shards;
  }

  /** The result of AWS's formula: writes a second x whole KB of an item / 1,000, rounded up. */
  public int formulaShards() {
    long max = PartitionLimit.WRITE_UNITS_PER_SECOND.max();
    double units = grown.writesPerSecond() * grown.itemWriteUnits().asDouble();
    return (int) Math.max(1, Math.ceil(units / max * (1 - ShardLoad.ROUNDING)));
  }

  /** The limit that fewer shards would break; of one shard, the limit that is nearest. */
  public PartitionLimit bindingLimit() {
    return bindingLimit;
  }

  /** The average write load of a shard. */
  public double meanWriteUnitsPerSecond() {
    return grown.writeUnitsPerSecond() / shards;
  }

  /**
   * The expected write load of the busiest shard in a second, as an upper bound over all seconds.
   * Where shards are hashed or random, with {@code m} writes a shard and second, that is {@code m +
   * sqrt(2 m ln(shards)) + ln(shards) / 3} writes.
   */
  public double hottestWriteUnitsPerSecond() {
    return hottest.writeUnitsPerSecond();
  }

  /** The read load of the busiest shard, gets and queries together. */
  public double hottestReadUnitsPerSecond() {
    return hottest.readUnitsPerSecond();
  }

  /** The part of a limit that the hottest shard uses; 0 for bytes where they are not limited. */
  public double hottestUse(PartitionLimit limit) {
    return hottest.use(limit);
  }

  /**
   * The cost of a full page of a query over the whole key when every shard holds enough rows, in
   * the first round of reading; one request more in about a hundred refills a shard that was short.
   * Rows read beyond the page serve the next page, so later pages cost less.
   */
  public CapacityUnits queryPageUnits() {
    return QueryCost.of(grown, shards).units();
  }

  /** The cost of the same page of an unsharded key. */
  public CapacityUnits plainQueryPageUnits() {
    return QueryCost.of(grown, 1).units();
  }

  /** The cost of reading one item: a plain read if the shard is calculated, else a probe. */
  public CapacityUnits getUnits() {
    return selection.calculated() ? grown.getUnits() : probeUnits();
  }

  /** The cost of probing all shards for one item that exists. */
  public CapacityUnits probeUnits() {
    return ShardLoad.probeUnits(grown, shards);
  }

  /** The expected distribution of the key's shards over the partitions of a table. */
  public ShardOccupancy on(int partitions) {
    return ShardOccupancy.of(shards, partitions);
  }

  /** The plan in sentences, with the arithmetic; for people, so not to be parsed. */
  public String explain() {
    return new PlanText(this).toString();
  }

  /** Such as {@code 7 shards (write units a second)}. */
  @Override
  public String toString() {
    return "%d shard%s (%s)".formatted(shards, shards == 1 ? "" : "s", bindingLimit);
  }

  /**
   * The limits of one partition, and therefore of one partition key value where DynamoDB cannot
   * split its items over several partitions.
   *
   * <p>Source: AWS, <em>Best practices for tables</em>, "Subsequent allocation of partitions":
   * about 10 GB, 3,000 read units or 1,000 write units; the same numbers per key value in
   * <em>Choosing the right DynamoDB partition key</em>, "Partition keys and request throttling".
   * They still hold, in provisioned and in on-demand mode (AWS, <em>Best practices for designing
   * and using partition keys effectively</em>). The share that a key can reach by itself has
   * changed since:
   *
   * <ul>
   *   <li><b>Adaptive capacity</b> gives a busy partition what others leave unused, at once. A key
   *       no longer gets the table's throughput divided by its partitions, but up to these limits,
   *       as long as the table as a whole has the throughput.
   *   <li><b>Split for heat</b> divides a partition that stays busy, within minutes: between keys,
   *       and between the sort keys of one key, but not that in a table with local indexes, and to
   *       no avail where sort keys only grow, since every write goes to the last piece.
   *   <li><b>Warm throughput</b> says what a table can take at once, and may be raised beforehand.
   *       It does not raise the limits of a partition.
   * </ul>
   *
   * So the limits bind a key whose items are written in ascending order, a key in a table with
   * local indexes, any key in the first minutes, and a single item for ever.
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
}
