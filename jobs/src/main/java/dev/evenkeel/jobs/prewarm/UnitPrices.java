package dev.evenkeel.jobs.prewarm;

/**
 * The prices of units, in any currency; they differ by region and table class and change, so look
 * them up (AWS, <em>Amazon DynamoDB pricing</em>).
 *
 * @param readUnitHour a provisioned read unit for an hour
 * @param writeUnitHour a provisioned write unit for an hour
 */
public record UnitPrices(double readUnitHour, double writeUnitHour) {
  /** US dollars in US East (N. Virginia), standard table class, at the time of this release. */
  public static final UnitPrices US_EAST = new UnitPrices(0.00013, 0.00065);

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is negative or no number
   */
  public UnitPrices {
    requirePrice("a read unit", readUnitHour);
    requirePrice("a write unit", writeUnitHour);
  }

  static void requirePrice(String what, double price) {
    if (!(price >= 0 && price < Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "the price of " + what + " must be 0 or more but was " + price);
    }
  }

  /** The price of units for an hour, or of units that are paid once by the price of an hour. */
  double of(long readUnits, long writeUnits) {
    return readUnits * readUnitHour + writeUnits * writeUnitHour;
  }
}
