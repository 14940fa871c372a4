package dev.evenkeel.core.internal.lease;

import java.time.Duration;

/**
 * A lease that was held when it was returned; only the next {@link Leases#renew} shows whether it
 * still is.
 *
 * @param owner the holder
 * @param fence the number of this acquisition: greater than that of every earlier one at this
 *     place, and in no later one again
 * @param version moves with each write, so that others see that the holder is alive
 * @param length how long others watch before they take it over
 */
public record Lease(LeaseKey key, String owner, long fence, long version, Duration length) {
  public Lease {
    if (fence < 1 || version < 1) {
      throw new IllegalArgumentException(
          "Fence and version of a lease count from 1, but are %d and %d."
              .formatted(fence, version));
    }
    owner = Leases.ownerOf(owner);
    length = Leases.lengthOf(length);
  }

  LeaseState state() {
    return LeaseState.held(owner, fence, version, length);
  }

  /** The result of a request for a lease. */
  public sealed interface Acquisition {

    /** The lease is the caller's. */
    record Held(Lease lease) implements Acquisition {}

    /**
     * Another owner holds it, or held it when it was read.
     *
     * @param owner the holder
     * @param fence the number of the holder's acquisition
     * @param version moves with each of the holder's renewals
     * @param length how long the holder asks to be watched before it is taken for dead
     */
    record Busy(String owner, long fence, long version, Duration length) implements Acquisition {}
  }
}
