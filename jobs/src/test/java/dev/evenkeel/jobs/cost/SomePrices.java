package dev.evenkeel.jobs.cost;

import java.util.Map;

/** Prices for tests. */
public final class SomePrices {
  private SomePrices() {}

  /** Of provisioned units alone. */
  public static Prices ofUnits(double readUnitHour, double writeUnitHour) {
    return of(
        Map.of(
            Price.READ_UNIT_HOUR.key(), readUnitHour, Price.WRITE_UNIT_HOUR.key(), writeUnitHour));
  }

  /** These and no others. */
  public static Prices of(Map<String, Double> byKey) {
    return new Prices("USD", "2026-09-06", "us-east-1", "us-east-1", byKey);
  }
}
