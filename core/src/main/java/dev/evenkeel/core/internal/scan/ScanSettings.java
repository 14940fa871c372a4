package dev.evenkeel.core.internal.scan;

/**
 * The settings of a table's scan.
 *
 * @param tableName the table
 * @param segments into how many it is cut; the same for all parts of one scan
 * @param segmentsInFlight how many are read at a time; each holds a page in memory
 * @param consistent whether reads are strongly consistent, at twice the price
 * @param pageUnitsMax how many read capacity units a page should cost at most; once items have been
 *     seen, pages are cut to as many of them. One page costs no more than {@value #PAGE_UNITS_MAX}
 *     units, or twice that if consistent
 */
public record ScanSettings(
    String tableName, int segments, int segmentsInFlight, boolean consistent, double pageUnitsMax) {
  /**
   * A page is at most 1 MB, which costs 128 units if it need not be consistent: DynamoDB Developer
   * Guide, "Best practices for querying and scanning data".
   */
  public static final int PAGE_UNITS_MAX = 128;

  /** TotalSegments of Scan: Amazon DynamoDB API Reference. */
  public static final int SEGMENTS_MAX = 1_000_000;

  /**
   * @throws IllegalArgumentException if a number is out of its range
   */
  public ScanSettings {
    if (segments < 1 || segments > SEGMENTS_MAX) {
      throw new IllegalArgumentException(
          "segments must be 1 to %d but is %d".formatted(SEGMENTS_MAX, segments));
    }
    if (segmentsInFlight < 1) {
      throw new IllegalArgumentException(
          "segmentsInFlight must be at least 1 but is " + segmentsInFlight);
    }
    if (!(pageUnitsMax > 0)) {
      throw new IllegalArgumentException("pageUnitsMax must be above 0 but is " + pageUnitsMax);
    }
  }
}
