package dev.evenkeel.sharding.internal.live;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times of the protocol, which all clients of a table and all coordinators must share.
 *
 * @param lease for how long a client acts on what it has read
 * @param late how long after it was signed a request may still be applied. DynamoDB takes a
 *     signature for 15 minutes; the rest is for clocks that are wrong
 */
public record LayoutTimes(Duration lease, Duration late) {
  /** AWS: for how long a signature is taken, by its date. */
  private static final Duration SIGNATURE = Duration.ofMinutes(15);

  /** The times of a store that says no others. */
  public static final LayoutTimes DEFAULT =
      new LayoutTimes(Duration.ofSeconds(20), Duration.ofMinutes(20));

  /** The text that all clients of a table must share: the layout of the spec, and these times. */
  public String with(String layoutId) {
    return "%s|lease %s|late %s".formatted(layoutId, lease, late);
  }

  /** How often who moves items says so, at least. */
  public Duration report() {
    return lease.dividedBy(4);
  }

  /**
   * By how much a clock may be ahead of DynamoDB's while it signs under a lease; null for any where
   * requests are not waited for as long as DynamoDB may apply them, as in tests.
   */
  public @Nullable Duration aheadMax() {
    Duration max = late.minus(SIGNATURE).minus(lease);
    return max.isNegative() || max.isZero() ? null : max;
  }

  long leaseNanos() {
    return lease.toNanos();
  }

  long lateNanos() {
    return late.toNanos();
  }

  /**
   * After which no client acts on an older record, and nothing that was signed under it happens.
   */
  public Duration drained() {
    return lease.plus(late);
  }
}
