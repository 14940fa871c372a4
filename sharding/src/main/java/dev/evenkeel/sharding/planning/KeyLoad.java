package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.SecondaryIndex;
import dev.evenkeel.core.item.WriteCapacity;

/**
 * The peak load on one logical partition key, or on one value of an index's partition key: an index
 * is a table of its own, so plan it with the size of its entries and eventual reads.
 *
 * <p>It must be a key of many items. The load on a single item goes to one shard, whatever the
 * number of shards.
 *
 * @param writesPerSecond items put, updated or deleted
 * @param itemBytes the size of an item, names included (see {@link ItemSize}); take a large one
 * @param writes how they are written; transactional ones cost twice
 * @param getsPerSecond items read by key; where the shard is drawn, updates and deletes too, since
 *     they look for their item first
 * @param queryPagesPerSecond pages of queries over the whole key
 * @param queryPageRows the {@code Limit} of those queries
 * @param reads how they are read
 * @param storedBytes everything stored under the key, index entries of local indexes included
 * @param localIndexes whether the table has local secondary indexes, so that {@code storedBytes} is
 *     limited
 * @param localIndexWriteUnits what a write costs in all of them; they share the item's partition
 */
public record KeyLoad(
    double writesPerSecond,
    int itemBytes,
    WriteCapacity writes,
    double getsPerSecond,
    double queryPagesPerSecond,
    int queryPageRows,
    ReadCapacity reads,
    double storedBytes,
    boolean localIndexes,
    CapacityUnits localIndexWriteUnits) {
  /** Beyond anything that DynamoDB carries, which keeps sums finite. */
  private static final double RATE_MAX = 1e15;

  /**
   * Checks the whole load.
   *
   * @throws IllegalArgumentException listing every problem at once
   */
  public KeyLoad {
    Problems problems = new Problems();
    requireRate(problems, "writesPerSecond", writesPerSecond);
    requireRate(problems, "getsPerSecond", getsPerSecond);
    requireRate(problems, "queryPagesPerSecond", queryPagesPerSecond);
    requireRate(problems, "storedBytes", storedBytes);
    problems.require(
        itemBytes >= 1 && itemBytes <= ItemSize.ITEM_BYTES_MAX,
        "itemBytes must be 1.." + ItemSize.ITEM_BYTES_MAX + " but was " + itemBytes);
    problems.require(
        queryPageRows >= 1, "queryPageRows must be at least 1 but was " + queryPageRows);
    problems.require(writes != null, "writes is null");
    problems.require(reads != null, "reads is null");
    problems.require(localIndexWriteUnits != null, "localIndexWriteUnits is null");
    problems.require(
        reads != ReadCapacity.TRANSACTIONAL,
        "reads are TRANSACTIONAL, which no query can be: plan with STRONG, of which a transactional"
            + " read costs two");
    problems.require(
        !localIndexes || storedBytes > 0,
        "a table with local indexes limits what a key stores: give storedBytes");
    problems.refuse(all -> "KeyLoad: " + all);
  }

  private static void requireRate(Problems problems, String name, double rate) {
    problems.require(
        rate >= 0 && rate <= RATE_MAX, name + " must be 0.." + RATE_MAX + " but was " + rate);
  }

  /** A load of {@code writesPerSecond} writes of {@code itemBytes} and nothing else. */
  public static KeyLoad writing(double writesPerSecond, int itemBytes) {
    return builder().writesPerSecond(writesPerSecond).itemBytes(itemBytes).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * The cost of a write in the table: its bytes in blocks of 1 KB, rounded up; "CEILING(item size
   * in KB, 1)" in AWS's formula.
   */
  public CapacityUnits itemWriteUnits() {
    return writes.put(0, itemBytes);
  }

  /** The cost of a write in the partition of its item, local indexes included. */
  public CapacityUnits writeUnits() {
    return itemWriteUnits().plus(localIndexWriteUnits);
  }

  public double writeUnitsPerSecond() {
    return writesPerSecond * writeUnits().asDouble();
  }

  /** The cost of reading one item of a known shard. */
  public CapacityUnits getUnits() {
    return reads.get(itemBytes);
  }

  /** The same load, all rates and what is stored multiplied. */
  KeyLoad times(double factor) {
    return new KeyLoad(
        writesPerSecond * factor,
        itemBytes,
        writes,
        getsPerSecond * factor,
        queryPagesPerSecond * factor,
        queryPageRows,
        reads,
        storedBytes * factor,
        localIndexes,
        localIndexWriteUnits);
  }

  /** Collects a load. Required: {@link #itemBytes}. */
  public static final class Builder {
    private double writesPerSecond;
    private int itemBytes;
    private WriteCapacity writes = WriteCapacity.STANDARD;
    private double getsPerSecond;
    private double queryPagesPerSecond;
    private int queryPageRows = 100;
    private ReadCapacity reads = ReadCapacity.EVENTUAL;
    private double storedBytes;
    private boolean localIndexes;
    private CapacityUnits localIndexWriteUnits = CapacityUnits.ZERO;

    private Builder() {}

    /** Sets the writes per second; none by default. */
    public Builder writesPerSecond(double count) {
      this.writesPerSecond = count;
      return this;
    }

    public Builder itemBytes(int bytes) {
      this.itemBytes = bytes;
      return this;
    }

    /** {@link WriteCapacity#STANDARD} by default. */
    public Builder writes(WriteCapacity capacity) {
      this.writes = capacity;
      return this;
    }

    /** Sets the gets per second; none by default. */
    public Builder getsPerSecond(double count) {
      this.getsPerSecond = count;
      return this;
    }

    /** Queries over the whole key; none by default. */
    public Builder queryPagesPerSecond(double count) {
      this.queryPagesPerSecond = count;
      return this;
    }

    /** The {@code Limit} of queries, 100 by default. */
    public Builder queryPageRows(int rows) {
      this.queryPageRows = rows;
      return this;
    }

    /** {@link ReadCapacity#EVENTUAL} by default. */
    public Builder reads(ReadCapacity capacity) {
      this.reads = capacity;
      return this;
    }

    /** Everything stored under the key, entries of local indexes included. */
    public Builder storedBytes(double bytes) {
      this.storedBytes = bytes;
      return this;
    }

    /**
     * Declares that the table has local secondary indexes: then the storage of a key is limited,
     * and every write costs {@code writeUnits} more in them all, on the same partition. See {@link
     * SecondaryIndex#writeUnits}.
     */
    public Builder localIndexes(CapacityUnits writeUnits) {
      this.localIndexes = true;
      this.localIndexWriteUnits = writeUnits;
      return this;
    }

    /**
     * Checks the whole load.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public KeyLoad build() {
      return new KeyLoad(
          writesPerSecond,
          itemBytes,
          writes,
          getsPerSecond,
          queryPagesPerSecond,
          queryPageRows,
          reads,
          storedBytes,
          localIndexes,
          localIndexWriteUnits);
    }
  }
}
