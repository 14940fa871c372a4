package dev.evenkeel.core.item;

/**
 * Read and write capacity units side by side: a call that reads before it writes uses both, and
 * they are bought apart.
 */
public record ReadWriteUnits(CapacityUnits read, CapacityUnits write) {
  public static final ReadWriteUnits ZERO =
      new ReadWriteUnits(CapacityUnits.ZERO, CapacityUnits.ZERO);

  public static ReadWriteUnits ofReads(CapacityUnits units) {
    return new ReadWriteUnits(units, CapacityUnits.ZERO);
  }

  public static ReadWriteUnits ofWrites(CapacityUnits units) {
    return new ReadWriteUnits(CapacityUnits.ZERO, units);
  }

  public ReadWriteUnits plus(ReadWriteUnits other) {
    return new ReadWriteUnits(read.plus(other.read), write.plus(other.write));
  }

  /** Such as {@code 8 read and 1 write units}. */
  @Override
  public String toString() {
    if (write.equals(CapacityUnits.ZERO)) {
      return read + " read units";
    }
    return read.equals(CapacityUnits.ZERO)
        ? write + " write units"
        : "%s read and %s write units".formatted(read, write);
  }
}
