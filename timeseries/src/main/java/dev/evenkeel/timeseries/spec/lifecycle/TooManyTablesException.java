package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;

/**
 * More tables would be built in one run than the lifecycle may build: a spec or a clock is likely
 * to be wrong. Nothing was done.
 */
public final class TooManyTablesException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String series;
  private final int count;

  public TooManyTablesException(String series, int count, int countMax) {
    super(
        "%d tables would be built for '%s', and a run may build %d. Look at the spec's lateness, prebuild and period and at the clock; if they are right, raise buildsMax."
            .formatted(count, series, countMax));
    this.series = series;
    this.count = count;
  }

  /** The logical table. */
  public String series() {
    return series;
  }

  /** How many would have been built. */
  public int count() {
    return count;
  }
}
