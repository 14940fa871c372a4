package dev.evenkeel.jobs.prewarm;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.spec.Capacity.Throughput;

/**
 * The peak load on a table.
 *
 * @param writesPerSecond puts, updates and deletes
 * @param readsPerSecond gets
 * @param itemBytes the size of an item, names included
 * @param consistent whether reads are strongly consistent
 */
public record TableRate(
    long writesPerSecond, long readsPerSecond, int itemBytes, boolean consistent) {

  /**
   * Checks the rate.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public TableRate {
    requireIn("writes a second", writesPerSecond, 0, Throughput.UNITS_MAX);
    requireIn("reads a second", readsPerSecond, 0, Throughput.UNITS_MAX);
    requireIn("an item's bytes", itemBytes, 1, ItemSize.ITEM_BYTES_MAX);
    if (writesPerSecond + readsPerSecond == 0) {
      throw new IllegalArgumentException("there is no rate: give writes or reads a second");
    }
  }

  private static void requireIn(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " must be " + min + ".." + max + " but were " + value);
    }
  }

  /** The cost of one write. */
  public CapacityUnits writeUnits() {
    return WriteCapacity.STANDARD.put(0, itemBytes);
  }

  /** The cost of one read. */
  public CapacityUnits readUnits() {
    return (consistent ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL).get(itemBytes);
  }

  /**
   * The rate in units, rounded up.
   *
   * @throws IllegalArgumentException if it is more than any table takes
   */
  public Throughput units() {
    return new Throughput(
        whole(readUnits().times(readsPerSecond)), whole(writeUnits().times(writesPerSecond)));
  }

  private static long whole(CapacityUnits units) {
    return (units.halves() + 1) / 2;
  }
}
