package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.ledger.WriteConflicts;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** The slices of one call's part of a restore, between which its lease is renewed. */
final class RestoreSlices {
  private static final int PER_LEASE = 4;

  private final Duration length;
  private final HeldLease held;
  private final Instant end;
  private Instant sliceEnd = Instant.MIN;
  private boolean isEnding;

  /**
   * @param end when the budget of the call is spent
   */
  RestoreSlices(HeldLease held, Instant end) {
    this.held = held;
    this.end = end;
    this.length = held.lease().length().dividedBy(PER_LEASE);
  }

  /** Whether the call is to end with this slice. */
  boolean isEnding() {
    return isEnding;
  }

  /** Notes the beginning of a slice, of which the lease is not renewed yet. */
  void begin(Instant now) {
    isEnding = !now.isBefore(end);
    Instant whole = now.plus(length);
    sliceEnd = isEnding || whole.isBefore(end) ? whole : end;
  }

  /**
   * Whether this slice is over. If it has been for as long again, as after a sleep, the lease may
   * have been lost: then each look asks for that, and fails if so.
   */
  Supplier<Flow<Boolean>> isOver() {
    Instant until = sliceEnd;
    return () -> Now.ask().then(now -> isOver(until, now));
  }

  private Flow<Boolean> isOver(Instant until, Instant now) {
    return now.isBefore(until.plus(length))
        ? Flow.of(!now.isBefore(until))
        : WriteConflicts.required(held.lease()).map(done -> true);
  }
}
