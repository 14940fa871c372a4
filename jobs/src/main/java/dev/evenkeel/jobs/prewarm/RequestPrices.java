package dev.evenkeel.jobs.prewarm;

/**
 * The prices of requests on demand, in any currency; they differ by region and table class and
 * change, so look them up (AWS, <em>Amazon DynamoDB pricing</em>).
 *
 * @param readMillion a million read request units
 * @param writeMillion a million write request units
 */
public record RequestPrices(double readMillion, double writeMillion) {
  /** US dollars in US East (N. Virginia), standard table class, since November 2024. */
  public static final RequestPrices US_EAST = new RequestPrices(0.125, 0.625);

  private static final double MILLION = 1e6;

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is negative or no number
   */
  public RequestPrices {
    UnitPrices.requirePrice("a million read units", readMillion);
    UnitPrices.requirePrice("a million write units", writeMillion);
  }

  /** The price of so many units. */
  public double of(double readUnits, double writeUnits) {
    return (readUnits * readMillion + writeUnits * writeMillion) / MILLION;
  }
}
