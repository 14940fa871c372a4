package dev.evenkeel.simulator.internal.plan;

/**
 * Units to spend: so many each second, and what was kept of those not spent, up to a bound. Seconds
 * that nobody looked at are made up for when somebody does, so that idle partitions cost nothing.
 */
final class Bucket {
  private long rate;
  private long creditMax;
  private final long perSecondMax;

  private long second;
  private long left;
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
    this.left = rate;
    this.creditMax = creditMax;
    this.perSecondMax = perSecondMax;
  }

  /** What can be spent in {@code now}, a second no earlier than any seen before. */
  long available(long now) {
    refill(now);
    return Math.min(left + credit, perSecondMax - spent);
  }

  /** Spends what is available. */
  void spend(long micros) {
    long fromLeft = Math.min(left, micros);
    left -= fromLeft;
    credit -= micros - fromLeft;
    spent += micros;
  }

  /** Another rate from the start of {@code now} on; what was kept is kept, up to the new bound. */
  void change(long now, long newRate, long newCreditMax) {
    refill(now);
    rate = newRate;
    left = newRate;
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

  /** What is kept at {@code now}, without what this second brings. */
  long credit(long now) {
    refill(now);
    return credit;
  }

  private void refill(long now) {
    if (now <= second) {
      return;
    }
    credit = Math.min(creditMax, credit + left + idle(now - second - 1));
    second = now;
    left = rate;
    spent = 0;
  }

  private long idle(long seconds) {
    return rate == 0 || seconds > creditMax / rate ? creditMax : seconds * rate;
  }
}
