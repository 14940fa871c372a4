package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/** At most so many within any stretch of time of this length. */
final class TrailingQuota {
  private final int max;
  private final Duration window;
  private final ArrayDeque<Instant> taken = new ArrayDeque<>();

  TrailingQuota(int max, Duration window) {
    this.max = max;
    this.window = window;
  }

  /** Four switches to on-demand in 24 hours (developer guide, "Quotas in Amazon DynamoDB"). */
  static TrailingQuota ofOnDemandSwitches() {
    return new TrailingQuota(4, Duration.ofHours(24));
  }

  /** Two changes of a table's class in 30 days (developer guide, "Table classes"). */
  static TrailingQuota ofTableClassChanges() {
    return new TrailingQuota(2, Duration.ofDays(30));
  }

  boolean allows(Instant now) {
    while (!taken.isEmpty() && !taken.getFirst().plus(window).isAfter(now)) {
      taken.removeFirst();
    }
    return taken.size() < max;
  }

  void take(Instant now) {
    if (!allows(now)) {
      throw new IllegalStateException("nothing is left at " + now);
    }
    taken.addLast(now);
  }

  int max() {
    return max;
  }
}
