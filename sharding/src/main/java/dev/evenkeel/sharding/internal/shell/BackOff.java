package dev.evenkeel.sharding.internal.shell;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When something that has failed is tried again: after 200 ms, and after twice as long with each
 * further failure, up to a limit. Used by one thread.
 */
final class BackOff {
  private static final Duration SHORTEST = Duration.ofMillis(200);

  private final LongSupplier nanos;
  private final Duration longest;
  private Duration length = Duration.ZERO;
  private long until;

  /**
   * @param nanos elapsed time in nanoseconds
   */
  BackOff(LongSupplier nanos, Duration longest) {
    this.nanos = nanos;
    this.longest = longest;
  }

  /** Whether it may be tried now. */
  boolean isOver() {
    return length.isZero() || nanos.getAsLong() - until >= 0;
  }

  /**
   * It has failed now.
   *
   * @return whether it is the first failure since it succeeded
   */
  boolean failed() {
    boolean first = length.isZero();
    Duration next = first ? SHORTEST : length.multipliedBy(2);
    length = next.compareTo(longest) > 0 ? longest : next;
    until = nanos.getAsLong() + length.toNanos();
    return first;
  }

  void succeeded() {
    length = Duration.ZERO;
  }
}
