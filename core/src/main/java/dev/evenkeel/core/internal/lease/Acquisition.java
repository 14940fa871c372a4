package dev.evenkeel.core.internal.lease;

import java.time.Duration;

/** What came of asking for a lease. */
public sealed interface Acquisition {

  /** The lease is the caller's. */
  record Held(Lease lease) implements Acquisition {}

  /**
   * Another has it, or had it when it was looked at.
   *
   * @param owner who holds it
   * @param fence the number of the holder's acquisition
   * @param version moves with each of the holder's renewals
   * @param length how long the holder asks to be watched before it is taken for dead
   */
  record Busy(String owner, long fence, long version, Duration length) implements Acquisition {}
}
