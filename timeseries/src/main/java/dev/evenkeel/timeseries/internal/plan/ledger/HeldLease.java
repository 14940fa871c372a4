package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Duration;
import java.util.function.Function;

/** The lease of a run, as it was last renewed. */
public final class HeldLease {
  private Lease lease;

  public HeldLease(Lease lease) {
    this.lease = lease;
  }

  /**
   * Works under a lease, and releases it afterwards, also when the work fails. A failure that ends
   * the process, and an interrupt, leave it to time out.
   *
   * @param owner a name that no other run has
   * @param busy instead of the work if another holds the lease
   */
  public static <T> Flow<T> under(
      Lease.Key place,
      String owner,
      Duration length,
      Function<Busy, Flow<T>> busy,
      Function<HeldLease, Flow<T>> work) {
    return Leases.acquire(place, owner, length)
        .then(
            acquired ->
                acquired instanceof Held held
                    ? new HeldLease(held.lease()).thenRelease(work)
                    : busy.apply((Busy) acquired));
  }

  private <T> Flow<T> thenRelease(Function<HeldLease, Flow<T>> work) {
    return Flow.defer(() -> work.apply(this))
        .then(result -> release().map(done -> result))
        .recover(Refusals::isReportable, failure -> release().then(Flow.failed(failure)));
  }

  /** An unreleased lease delays others, and is no failure of the run. */
  private Flow<Done> release() {
    return Leases.release(lease).recover(Refusals::isReportable, failure -> Flow.done());
  }

  /** The lease to write under. */
  public Lease lease() {
    return lease;
  }

  /** Renews the lease; fails if another run took over. */
  public Flow<Done> renewed() {
    return WriteConflicts.renewed(lease)
        .atResult(renewed -> lease = renewed)
        .map(renewed -> Done.DONE);
  }
}
