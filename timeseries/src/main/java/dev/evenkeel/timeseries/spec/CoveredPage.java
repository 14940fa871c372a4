package dev.evenkeel.timeseries.spec;

import dev.evenkeel.timeseries.spec.PeriodCoverage.State;
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
}
