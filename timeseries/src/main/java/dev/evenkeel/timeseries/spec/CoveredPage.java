package dev.evenkeel.timeseries.spec;

import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import java.util.List;

/**
 * A page, and which periods it is about: those that the request's times ask for and that a table
 * can be there for, in the order in which they are read. Periods before the start key's are not
 * among them: earlier pages covered them.
 *
 * @param page the response
 * @param coverage one for each period
 * @param <R> its type
 */
public record CoveredPage<R>(R page, List<PeriodCoverage> coverage) {

  /** Copies the list. */
  public CoveredPage {
    coverage = List.copyOf(coverage);
  }

  /** Whether nothing is missing that should be there, or would be if it were restored. */
  public boolean isWhole() {
    return coverage.stream()
        .noneMatch(period -> period.state() == State.MISSING || period.state() == State.ARCHIVED);
  }

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
       * It was left out: it is archived, and neither its table is there nor one that it was
       * restored to. Only in reads that ask for archives.
       */
      ARCHIVED,
      /** It has no table yet: it begins later. */
      UPCOMING
    }
  }
}
