package dev.evenkeel.core.internal.page;

/**
 * How many rows to ask of each source when the merge still wants some number of rows in all.
 *
 * <p>If rows fall on sources at random, a source holds wanted/sources of the next rows on average,
 * with a standard deviation of about the square root of that. Two deviations and one row on top
 * make a second round rare, where asking every source for everything would read sources times too
 * much.
 */
public final class ScatterLimit {
  private ScatterLimit() {}

  /**
   * Rows to ask of each of {@code sources} when {@code wanted} more rows are wanted: at least 1.
   */
  public static int perSource(int wanted, int sources) {
    double share = (double) wanted / sources;
    double padded = Math.ceil(share + 2 * Math.sqrt(share) + 1);
    return (int) Math.max(1, Math.min(wanted, padded));
  }
}
