package dev.evenkeel.jobs.cost;

/**
 * The load on a table, even over a month.
 *
 * @param writesPerSecond puts of items
 * @param getsPerSecond gets of single items, eventually consistent
 * @param pagesPerSecond pages of queries over a whole key, eventually consistent
 * @param pageRows the rows of a page
 * @param itemBytes the size of an item, names and large values included
 * @param items how many are stored
 */
public record BillLoad(
    double writesPerSecond,
    double getsPerSecond,
    double pagesPerSecond,
    int pageRows,
    long itemBytes,
    long items) {

  /**
   * Checks all.
   *
   * @throws IllegalArgumentException if one is negative, no number, or there is no load at all
   */
  public BillLoad {
    require("writes a second", writesPerSecond);
    require("reads a second", getsPerSecond);
    require("query pages a second", pagesPerSecond);
    require("items", (double) items);
    if (pageRows < 1 || itemBytes < 1) {
      throw new IllegalArgumentException(
          "rows of a page and an item's bytes must be 1 or more but were %d and %d"
              .formatted(pageRows, itemBytes));
    }
    if (writesPerSecond + getsPerSecond + pagesPerSecond + items == 0) {
      throw new IllegalArgumentException("there is no load: say writes, reads or items");
    }
  }

  static void require(String what, double number) {
    if (!(number >= 0 && number <= 1e15)) {
      throw new IllegalArgumentException(
          "%s must be 0 or more but were %s".formatted(what, number));
    }
  }
}
