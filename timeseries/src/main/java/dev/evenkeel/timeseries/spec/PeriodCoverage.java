package dev.evenkeel.timeseries.spec;

/**
 * What a read saw of one period.
 *
 * @param period which
 * @param tableName its table
 * @param state what became of it
 */
public record PeriodCoverage(TimeSpan period, String tableName, State state) {

  /** What became of a period in a read. */
  public enum State {
    /** Its table was read. */
    READ,
    /** The page ended before it; the next page goes on there. */
    NOT_REACHED,
    /** It was left out: its table should be there and is not. */
    MISSING,
    /** It has no table any more: it is past its retention. */
    EXPIRED,
    /**
     * It was left out: it is archived, and neither its table is there nor one that it was restored
     * to. Only told where reads ask for archives.
     */
    ARCHIVED,
    /** It has no table yet: it begins later. */
    UPCOMING
  }
}
