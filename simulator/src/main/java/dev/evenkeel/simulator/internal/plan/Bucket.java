package dev.evenkeel.simulator.internal.plan;

/**
 * A token bucket of units: a rate per second, and unspent units up to a bound. Idle seconds are
 * accounted for at the next access, so idle partitions cost nothing.
 */
final class Bucket {
  private long rate;
  private long creditMax;
  private final long perSecondMax;

  private long second;
  private long remaining;
  private long credit;
  private long spent;

  /**
   * A bucket that has nothing kept at the start of {@code second}.
   *
   * @param rate millionths of units for each second
   * @param creditMax how many are kept at most
   * @param perSecondMax how many are spent in a second at most, kept ones included
   */
  Bucket(long second, long rate, long creditMax, long perSecondMax) {
    this.second = second;
    this.rate = rate;
    this.remaining = rate;
    this.creditMax = creditMax;
    this.perSecondMax = perSecondMax;
  }

  /** The units available in {@code now}, which is not before any earlier second. */
  long available(long now) {
    refill(now);
    return Math.min(remaining + credit, perSecondMax - spent);
  }

  /** Spends available units. */
  void spend(long micros) {
    long fromLeft = Math.min(remaining, micros);
    remaining -= fromLeft;
    credit -= micros - fromLeft;
    spent += micros;
  }

  /** Another rate from the start of {@code now} on; what was kept is kept, up to the new bound. */
  void change(long now, long newRate, long newCreditMax) {
    refill(now);
    rate = newRate;
    remaining = newRate;
    creditMax = newCreditMax;
    credit = Math.min(credit, newCreditMax);
  }

  /** One of the two buckets that this one becomes at the start of {@code now}: half of the kept. */
  Bucket half(long now, long halfRate, long halfCreditMax) {
    refill(now);
    Bucket half = new Bucket(now, halfRate, halfCreditMax, perSecondMax);
    half.credit = Math.min(credit / 2, halfCreditMax);
    return half;
  }

  long rate() {
    return rate;
  }

  /** The kept units at {@code now}, without those of this second. */
  long credit(long now) {
    refill(now);
    return credit;
  }

  private void refill(long now) {
    if (now <= second) {
      return;
    }
    credit = Math.min(creditMax, credit + remaining + idle(now - second - 1));
    second = now;
    remaining = rate;
    spent = 0;
  }

  private long idle(long seconds) {
    return rate == 0 || seconds > creditMax / rate ? creditMax : seconds * rate;
  }
}
