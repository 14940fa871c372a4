package dev.evenkeel.simulator.spec;

import dev.evenkeel.core.item.CapacityUnits;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a request in one place. A request that costs in several (a write of an item and of
 * its index entries, a transaction) has one charge for each, all of which are met or none.
 *
 * @param index the index that is charged; null for the table
 * @param partitionKey the partition key value there, as text; null for a read that goes over all
 *     partitions, a page of a Scan, which costs each of them an even part (approximated: AWS does
 *     not say in which order a Scan visits them)
 * @param sortKey the sort key value there, if there is one
 * @param type whether it costs read or write units
 * @param units more than 0
 * @param bytesAdded by which the partition grows; negative if it shrinks
 */
public record Charge(
    @Nullable String index,
    @Nullable String partitionKey,
    @Nullable String sortKey,
    OperationType type,
    CapacityUnits units,
    long bytesAdded) {

  /**
   * Checks the charge.
   *
   * @throws IllegalArgumentException naming the rule that is broken
   */
  public Charge {
    require(units.halves() > 0, "no operation is free, but the units were 0");
    require(
        type == OperationType.WRITE || bytesAdded == 0,
        "a read stores nothing, but bytesAdded was " + bytesAdded);
    require(
        partitionKey != null || type == OperationType.READ,
        "a write has a partition key; only a Scan goes over all partitions");
  }

  /** A read at one place. */
  public static Charge read(
      @Nullable String index, String partitionKey, @Nullable String sortKey, CapacityUnits units) {
    return new Charge(index, partitionKey, sortKey, OperationType.READ, units, 0);
  }

  /** A read over all partitions. */
  public static Charge scan(@Nullable String index, CapacityUnits units) {
    return new Charge(index, null, null, OperationType.READ, units, 0);
  }

  /** The same charge, so many times. */
  public Charge times(int count) {
    return new Charge(index, partitionKey, sortKey, type, units.times(count), bytesAdded * count);
  }

  private static void require(boolean isMet, String rule) {
    if (!isMet) {
      throw new IllegalArgumentException("Charge: " + rule);
    }
  }
}
