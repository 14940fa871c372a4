package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.PacedFlows.Use;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate of a pass that one process does alone: throttles halve it, and quiet times let it grow,
 * as they do where workers share one.
 */
public final class OwnPace {
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final LongSupplier nanos;
  private final PacedFlows paced;
  private WorkJob job;
  private long lookedAt;

  /**
   * @param unitsPerSecond null for any number
   * @param nanos a monotonic time
   */
  public OwnPace(@Nullable Double unitsPerSecond, LongSupplier nanos) {
    this.nanos = nanos;
    this.paced =
        new PacedFlows(CapacityPace.atMost(unitsPerSecond), nanos, this::look, () -> false);
    this.job =
        WorkJob.first("", 1, unitsPerSecond == null ? Double.POSITIVE_INFINITY : unitsPerSecond);
    this.lookedAt = nanos.getAsLong();
  }

  /** What requests go through. */
  public PacedFlows paced() {
    return paced;
  }

  private void look() {
    long passed = nanos.getAsLong() - lookedAt;
    if (passed < LOOK.toNanos()) {
      return;
    }
    lookedAt += passed;
    Use use = paced.takeUse();
    double rate = job.rate();
    if (use.throttled()) {
      job = job.halved(use.units() / (passed / 1e9));
    } else if (job.isSlowed()) {
      job = job.grown();
    }
    if (job.rate() != rate) {
      paced.change(job.rate());
    }
  }

  /** Units a second; may be infinite. */
  public double rate() {
    return job.rate();
  }

  /** Says to people that throttles slow it; empty if they do not. */
  public String standing() {
    return job.standing();
  }

  /** A text for people with {@link #standing}. */
  public String with(String text) {
    return job.isSlowed() ? "%s; %s".formatted(text, standing()) : text;
  }
}
