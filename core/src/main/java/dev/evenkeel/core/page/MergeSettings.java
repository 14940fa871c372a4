package dev.evenkeel.core.page;

import java.util.Comparator;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What one merged page must obey.
 *
 * @param order compares two items (or two keys) in reading order, so already reversed for a
 *     descending query; items it finds equal are ordered by their sources
 * @param limit the caller's limit on rows, or {@link #NO_LIMIT}
 * @param filtered whether a filter hides rows that count as evaluated
 * @param repeatable whether one source may hold several rows that {@code order} finds equal: true
 *     for an index, false for a table
 * @param pageBytesMax ends the page at the row that reaches this many bytes, as DynamoDB does
 * @param evaluatedRowsMax with a filter, no round starts once this many rows have been evaluated
 */
public record MergeSettings(
    Comparator<Map<String, AttributeValue>> order,
    int limit,
    boolean filtered,
    boolean repeatable,
    long pageBytesMax,
    int evaluatedRowsMax) {

  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /** DynamoDB's own bound on a page of Query or Scan (AWS: Query API reference). */
  public static final long PAGE_BYTES_MAX = 1024L * 1024;

  /** Assumed until the first rows tell: a row of 1 KiB. */
  private static final int ASSUMED_ROW_BYTES = 1024;

  /** How many times a page's rows a filtered page may evaluate. */
  private static final int FILTER_EFFORT = 4;

  public MergeSettings {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
    }
  }

  /** Settings for a page of at most {@code limit} rows and 1 MiB. */
  public static MergeSettings page(
      Comparator<Map<String, AttributeValue>> order,
      int limit,
      boolean filtered,
      boolean repeatable) {
    int rows = Math.min(limit, (int) (PAGE_BYTES_MAX / ASSUMED_ROW_BYTES));
    return new MergeSettings(
        order, limit, filtered, repeatable, PAGE_BYTES_MAX, FILTER_EFFORT * rows);
  }

  /**
   * How many rows are still worth asking for.
   *
   * @param rowsHeld rows that are sure to be on the page
   * @param rowBytes their average size, or 0 if not known yet
   */
  int rowsWanted(int rowsHeld, long rowBytes) {
    long assumedBytes = rowBytes == 0 ? ASSUMED_ROW_BYTES : rowBytes;
    long byBytes = pageBytesMax / assumedBytes - rowsHeld;
    return (int) Math.max(1, Math.min((long) limit - rowsHeld, byBytes));
  }
}
