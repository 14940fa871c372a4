package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.WriteCapacity;
import java.time.Duration;

/**
 * The plan to fill a table with many items in a given time, or at a given pace.
 *
 * <p>Source: AWS, <em>Best practices for tables</em>, "Consider workload uniformity when adjusting
 * provisioned throughput": a fast load needs much throughput for a short time, and leaves the table
 * with more partitions than it needs afterwards, each with less of the lower throughput. Since then
 *
 * <ul>
 *   <li>adaptive capacity lends a busy partition what the others leave unused, so a table left with
 *       many partitions is throttled only when it is busy all over; it still takes more partitions
 *       to scan it;
 *   <li>a new on-demand table takes {@value #NEW_ON_DEMAND_WRITE_UNITS} write units a second, more
 *       once it has been pre-warmed (warm throughput), and twice its last peak after 30 minutes;
 *   <li>ImportTable fills a new table from S3 without any write units.
 * </ul>
 *
 * The pace is reached only if writes are spread over partition keys all the time: a source that is
 * sorted by key must be interleaved ("Distribute write activity during data upload").
 *
 * <p>Each global index is another table to fill: plan it with the size of its entries.
 *
 * @param items how many items
 * @param itemBytes the size of each, names included
 */
public record BulkLoadPlanner(long items, int itemBytes) {

  /**
   * "New on-demand tables will be able to sustain up to 4,000 writes per second and 12,000 reads
   * per second" (AWS, <em>Pre-warming a table for on-demand capacity mode</em>).
   */
  public static final int NEW_ON_DEMAND_WRITE_UNITS = 4_000;

  private static final long ITEMS_MAX = 10_000_000_000_000L;

  /**
   * Checks the load.
   *
   * @throws IllegalArgumentException listing every problem at once
   */
  public BulkLoadPlanner {
    Problems problems = new Problems();
    problems.require(
        items >= 1 && items <= ITEMS_MAX, "items must be 1.." + ITEMS_MAX + " but was " + items);
    problems.require(
        itemBytes >= 1 && itemBytes <= ItemSize.ITEM_BYTES_MAX,
        "itemBytes must be 1.." + ItemSize.ITEM_BYTES_MAX + " but was " + itemBytes);
    problems.refuse(all -> "BulkLoadPlanner: " + all);
  }

  /** A load of {@code items} of {@code itemBytes} each. */
  public static BulkLoadPlanner of(long items, int itemBytes) {
    return new BulkLoadPlanner(items, itemBytes);
  }

  /** The cost of writing all items once. */
  public CapacityUnits writeUnits() {
    return WriteCapacity.STANDARD.put(0, itemBytes).times(items);
  }

  /** All items by the size that units and limits count. */
  public long dataBytes() {
    return items * itemBytes;
  }

  /** All items by the size that storage is billed for, which adds 100 bytes to each. */
  public long storedBytes() {
    return items * (itemBytes + (long) ItemSize.STORAGE_OVERHEAD_BYTES);
  }

  /**
   * The slowest pace that finishes in time.
   *
   * @throws IllegalArgumentException if {@code duration} is less than a second, or so short that it
   *     takes more than a thousand million write units a second
   */
  public BulkLoadPlan within(Duration duration) {
    if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "duration must be at least 1 s but was " + TimeText.of(duration));
    }
    double seconds = duration.getSeconds() + duration.getNano() / 1e9;
    return at((long) Math.ceil(writeUnits().asDouble() / seconds));
  }

  /**
   * The load at a pace.
   *
   * @throws IllegalArgumentException if {@code writeUnitsPerSecond} is not 1 to a thousand million
   */
  public BulkLoadPlan at(long writeUnitsPerSecond) {
    if (writeUnitsPerSecond < 1) {
      throw new IllegalArgumentException(
          "writeUnitsPerSecond must be at least 1 but was " + writeUnitsPerSecond);
    }
    double seconds = writeUnits().asDouble() / writeUnitsPerSecond;
    return new BulkLoadPlan(
        writeUnitsPerSecond,
        Duration.ofSeconds((long) Math.ceil(seconds)),
        PartitionEstimator.newTable(0, writeUnitsPerSecond));
  }

  /**
   * A pace for filling a new table.
   *
   * @param writeUnitsPerSecond what to provision, or to pre-warm
   * @param duration how long it takes, rounded up to a second, if no write is throttled or repeated
   * @param partitions what the throughput makes of a new table; {@link PartitionEstimate#holding}
   *     adds what the data do
   */
  public record BulkLoadPlan(
      long writeUnitsPerSecond, Duration duration, PartitionEstimate partitions) {

    /** Whether a new on-demand table takes it at once, without pre-warming. */
    public boolean fitsNewOnDemandTable() {
      return writeUnitsPerSecond <= BulkLoadPlanner.NEW_ON_DEMAND_WRITE_UNITS;
    }

    /** The table after the load, when its throughput has been changed to what it needs daily. */
    public PartitionEstimate afterwards(long readUnitsPerSecond, long writeUnitsPerSecondThen) {
      return partitions.withThroughput(readUnitsPerSecond, writeUnitsPerSecondThen);
    }
  }

  /**
   * No number of shards carries the load under the conditions given. The message says which limit
   * stands in the way and what could be changed.
   */
  public static final class InfeasibleLoadException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InfeasibleLoadException(String message) {
      super(message);
    }
  }
}
