package dev.evenkeel.jobs.prewarm;

import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.sharding.planning.PartitionEstimate;
import dev.evenkeel.sharding.planning.PartitionEstimator;
import dev.evenkeel.sharding.planning.ShardPlan.PartitionLimit;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionRules;
import org.jspecify.annotations.Nullable;

/**
 * Makes an empty table behave as one that has grown, by the recipe of AWS's guide (<em>Best
 * practices for tables</em>, "Test your application at scale"): create it with very high
 * provisioned throughput, which makes many partitions, then lower that to what it will have; the
 * partitions remain, each with the throughput that it would have at scale. {@link
 * PartitionEstimator} computes the numbers, and names later changes by AWS.
 *
 * @param atScale the throughput of the table at scale
 * @param storedBytes the bytes that it will hold
 * @param partitions how many it will have then
 * @param raised the throughput that makes that many partitions of a new table
 */
public record ScaleTestPlan(
    Throughput atScale, long storedBytes, long partitions, Throughput raised) {

  /**
   * Plans for what a table will be.
   *
   * @throws IllegalArgumentException if a number is negative, or no table could have so many
   *     partitions
   */
  public static ScaleTestPlan of(Throughput atScale, long storedBytes) {
    PartitionEstimate empty =
        PartitionEstimator.newTable(atScale.readUnits(), atScale.writeUnits());
    long partitions = empty.holding(storedBytes).partitions();
    Throughput raised = empty.partitions() == partitions ? atScale : raised(atScale, partitions);
    return new ScaleTestPlan(atScale, storedBytes, partitions, raised);
  }

  /** What the first step provisions: a table has a unit of each at least. */
  public Throughput raisedProvisioned() {
    return new Throughput(Math.max(1, raised.readUnits()), Math.max(1, raised.writeUnits()));
  }

  /** Whether a table may be changed by it: an empty one, or one that it has raised before. */
  public boolean isFor(WarmTable table) {
    return table.isEmpty() || raisedProvisioned().equals(table.provisioned());
  }

  /** Reads as they are, and as many writes as it takes: {@code reads / 3,000 + writes / 1,000}. */
  private static Throughput raised(Throughput atScale, long partitions) {
    long limit = PartitionLimit.WRITE_UNITS_PER_SECOND.max();
    long readsPerWrite = PartitionLimit.READ_UNITS_PER_SECOND.max() / limit;
    long reads = (atScale.readUnits() + readsPerWrite - 1) / readsPerWrite;
    long writes = partitions * limit - reads;
    return new Throughput(atScale.readUnits(), Math.max(atScale.writeUnits(), writes));
  }

  /** Whether the table has so many partitions by its throughput alone. */
  public boolean isNeeded() {
    return raised.writeUnits() > atScale.writeUnits();
  }

  /** The write units of each of equal partitions, before and after the table has grown alike. */
  public double writeUnitsPerPartition() {
    return (double) atScale.writeUnits() / partitions;
  }

  /** The read units of each of equal partitions. */
  public double readUnitsPerPartition() {
    return (double) atScale.readUnits() / partitions;
  }

  /**
   * The cost of the raise beyond the throughput at scale: an hour, as capacity is billed by the
   * hour that has begun. Null if a price is not known.
   */
  public @Nullable Double cost(Prices prices) {
    return prices.of(
        Price.READ_UNIT_HOUR,
        (double) (raised.readUnits() - atScale.readUnits()),
        Price.WRITE_UNIT_HOUR,
        (double) (raised.writeUnits() - atScale.writeUnits()));
  }

  /** Whether the raise is above what an account lets one table have unless AWS raises it. */
  public boolean isAboveQuota() {
    return Math.max(raised.readUnits(), raised.writeUnits()) > PartitionRules.ON_DEMAND_QUOTA_UNITS;
  }
}
