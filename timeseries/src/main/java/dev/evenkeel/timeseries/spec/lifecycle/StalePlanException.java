package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/**
 * The plan is stale: tables, the ledger or the due actions have changed since. Nothing was done.
 */
public final class StalePlanException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String series;

  public StalePlanException(String series, String reason) {
    super(
        "The plan for '%s' is stale: %s. Nothing was done. Plan again.".formatted(series, reason));
    this.series = series;
  }

  /** The logical table. */
  public String series() {
    return series;
  }
}
