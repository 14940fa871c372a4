package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import java.time.Duration;
import java.time.Instant;

/**
 * Bounds the time that a run spends on retries: pauses of random, doubling length until the budget
 * is spent. The budget is measured by the clock; the number of pauses bounds a clock that stands
 * still.
 */
final class RetryBudget {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Instant start;
  private final Duration budget;
  private final long pausesMax;
  private int pauses;

  RetryBudget(Instant start, Duration budget) {
    this.start = start;
    this.budget = budget;
    this.pausesMax = 10 + 4 * budget.dividedBy(LONGEST);
  }

  /** When the budget is spent. */
  Instant end() {
    return start.plus(budget);
  }

  /** Says yes while there is budget left. */
  Flow<Boolean> isLeft() {
    return Now.ask().map(now -> now.isBefore(end()));
  }

  /** Pauses and says yes, or says no at once. */
  Flow<Boolean> pause() {
    return Now.ask()
        .then(
            now -> {
              if (pauses >= pausesMax || !now.isBefore(end())) {
                return Flow.of(false);
              }
              return Flow.ask(Pause.doubling(FIRST, pauses++, LONGEST)).map(done -> true);
            });
  }
}
