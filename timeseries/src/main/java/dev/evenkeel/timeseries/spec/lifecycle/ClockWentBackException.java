package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.explain.TimeText;
import java.time.Instant;

/**
 * The clock tells an earlier time than a run before saw: one of the two clocks is wrong, and nobody
 * here can know which. Nothing was done.
 */
public final class ClockWentBackException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final Instant now;
  private final Instant seen;

  public ClockWentBackException(String series, Instant now, Instant seen) {
    super(
        "A run for '%s' saw %s, and now the clock tells %s. Nothing was done. Mend the clock; if it was the earlier run's that was wrong, accept this one ('evenkeel tables accept-clock', or acceptClock())."
            .formatted(series, TimeText.of(seen), TimeText.of(now)));
    this.now = now;
    this.seen = seen;
  }

  /** What the clock tells. */
  public Instant now() {
    return now;
  }

  /** The latest instant that a run saw. */
  public Instant seen() {
    return seen;
  }
}
