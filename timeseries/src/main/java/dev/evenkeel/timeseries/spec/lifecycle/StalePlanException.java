package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/** What a plan was made for is no longer what is there, or what is to be done. Nothing was done. */
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
