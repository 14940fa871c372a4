package dev.evenkeel.simulator.spec;

/**
 * Read and write units a second.
 *
 * @param readUnits 0 to {@value #UNITS_MAX}
 * @param writeUnits likewise
 */
public record Throughput(long readUnits, long writeUnits) {
  /** More than any table: what has this limit is in effect unlimited. */
  public static final long UNITS_MAX = 100_000_000;

  /** No limit. */
  public static final Throughput UNLIMITED = new Throughput(UNITS_MAX, UNITS_MAX);

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Throughput {
    requireUnits("read", readUnits);
    requireUnits("write", writeUnits);
  }

  private static void requireUnits(String name, long units) {
    if (units < 0 || units > UNITS_MAX) {
      throw new IllegalArgumentException(
          name + " units a second must be 0.." + UNITS_MAX + " but were " + units);
    }
  }

  /** The units of one kind. */
  public long units(OperationType type) {
    return type == OperationType.READ ? readUnits : writeUnits;
  }
}
