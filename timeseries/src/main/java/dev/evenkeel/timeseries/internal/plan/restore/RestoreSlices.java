package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.timeseries.internal.plan.ledger.WriteConflicts;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** The slices of one call's part of a restore, and its lease, which is renewed between them. */
final class RestoreSlices {
  private static final int PER_LEASE = 4;

  private final Duration length;
  private final Instant end;
  private Lease lease;
  private Instant sliceEnd = Instant.MIN;
  private boolean isEnding;

  /**
   * @param end when the budget of the call is spent
   */
  RestoreSlices(Lease lease, Instant end) {
    this.lease = lease;
    this.end = end;
    this.length = lease.length().dividedBy(PER_LEASE);
  }

  Lease lease() {
    return lease;
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

  Flow<Done> renewed() {
    return WriteConflicts.renewed(lease)
        .map(
            renewed -> {
              lease = renewed;
              return Done.DONE;
            });
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
        : WriteConflicts.required(lease).map(held -> true);
  }

  /** An unreleased lease delays others, and is no failure of the run. */
  Flow<Done> release() {
    return Leases.release(lease)
        .recover(failure -> Refusals.isReportable(failure) ? Flow.done() : Flow.failed(failure));
  }
}
