package dev.evenkeel.core.item;

/**
 * An amount of read or write capacity units, exact: DynamoDB counts in halves, and so does this.
 *
 * @param halves twice the number of units; never negative
 */
public record CapacityUnits(long halves) implements Comparable<CapacityUnits> {
  public static final CapacityUnits ZERO = new CapacityUnits(0);

  public CapacityUnits {
    if (halves < 0) {
      throw new IllegalArgumentException("capacity units must be >= 0 but were " + halves / 2.0);
    }
  }

  public static CapacityUnits of(long units) {
    return new CapacityUnits(Math.multiplyExact(2, units));
  }

  public CapacityUnits plus(CapacityUnits other) {
    return new CapacityUnits(Math.addExact(halves, other.halves));
  }

  public CapacityUnits times(long count) {
    return new CapacityUnits(Math.multiplyExact(halves, count));
  }

  /** The number of units, as {@code ConsumedCapacity} reports it. */
  public double asDouble() {
    return halves / 2.0;
  }

  @Override
  public int compareTo(CapacityUnits other) {
    return Long.compare(halves, other.halves);
  }

  /** Such as {@code 0.5} or {@code 12}. */
  @Override
  public String toString() {
    return halves / 2 + (halves % 2 == 0 ? "" : ".5");
  }

  /**
   * The number of blocks that the bytes fill or begin; at least one, since no operation is free.
   */
  static long blocks(long bytes, long blockBytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size must be >= 0 bytes but was " + bytes);
    }
    return bytes == 0 ? 1 : (bytes - 1) / blockBytes + 1;
  }
}
