package dev.evenkeel.timeseries.spec;

/**
 * The state of one period in a read.
 *
 * @param period the period
 * @param tableName its table
 * @param state its state in the page
 */
public record PeriodCoverage(TimeSpan period, String tableName, State state) {

  /** The state of a period in a read. */
  public enum State {
    /** Its table was read. */
    READ,
    /** The page ended before it; the next page resumes there. */
    NOT_REACHED,
    /** It was left out: its table should be there and is not. */
    MISSING,
    /** It has no table any more: it is past its retention. */
    EXPIRED,
    /**
     * It was left out: it is archived, and neither its table is there nor one that it was restored
     * to. Only in reads that ask for archives.
     */
    ARCHIVED,
    /** It has no table yet: it begins later. */
    UPCOMING
  }
}
