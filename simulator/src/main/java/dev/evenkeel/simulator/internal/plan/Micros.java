package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.core.item.CapacityUnits;

/**
 * Capacity units in millionths, whole numbers: sums do not depend on their order, so that n equal
 * requests at once come out as n one by one. A part of a table's throughput is rounded down.
 */
final class Micros {
  static final long PER_UNIT = 1_000_000;

  private Micros() {}

  static long of(long units) {
    return units * PER_UNIT;
  }

  static long of(CapacityUnits units) {
    return units.halves() * (PER_UNIT / 2);
  }

  static double toUnits(long micros) {
    return (double) micros / PER_UNIT;
  }
}
