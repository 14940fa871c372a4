package dev.evenkeel.core.internal.pace;

import org.jspecify.annotations.Nullable;

/**
 * Says when the next request may go so that capacity units are spent no faster than allowed: a
 * token bucket over what DynamoDB reports as consumed.
 *
 * <p>A request may go while nothing is owed. It is then charged what it is expected to cost, and
 * what it really cost is settled with its answer; the next request waits until the allowance has
 * paid what is owed. So a request that costs more than a second's allowance goes too, and is paid
 * for afterwards. Unspent allowance is saved up for {@value #SAVED_SECONDS_MAX} second at most:
 * over any time the units charged are at most the allowance for that time and one second more, and
 * the cost of the last requests.
 *
 * <p>Expectations are learned: an estimate that counts the table alone is corrected, request by
 * request, by what its indexes turn out to cost.
 *
 * <p>It has no clock and does not wait: callers pass a monotonic time and do the waiting. For use
 * by one thread at a time.
 */
public final class CapacityPace {
  /** For how long unspent allowance is kept. */
  public static final int SAVED_SECONDS_MAX = 1;

  private static final double NANOS_PER_SECOND = 1e9;

  /** The weight of the newest ratio of cost to estimate in the expectation. */
  private static final double LEARNING_RATE = 0.2;

  private double unitsPerSecond;
  private double balance;
  private double costRatio = 1;
  private boolean started;
  private long paidUntilNanos;

  private CapacityPace(double unitsPerSecond) {
    this.unitsPerSecond = unitsPerSecond;
  }

  /**
   * A pace of so many capacity units a second.
   *
   * @throws IllegalArgumentException if that is not a positive, finite number
   */
  public static CapacityPace perSecond(double units) {
    if (!(units > 0) || Double.isInfinite(units)) {
      throw new IllegalArgumentException(
          "a pace must be a positive number of units a second but was " + units);
    }
    return new CapacityPace(units);
  }

  /**
   * A pace of so many capacity units a second.
   *
   * @param unitsPerSecond null for a pace that never makes anyone wait
   * @throws IllegalArgumentException if that is not a positive, finite number
   */
  public static CapacityPace atMost(@Nullable Double unitsPerSecond) {
    return unitsPerSecond == null ? unlimited() : perSecond(unitsPerSecond);
  }

  /** A pace that never makes anyone wait. */
  public static CapacityPace unlimited() {
    return new CapacityPace(Double.POSITIVE_INFINITY);
  }

  /**
   * Changes the pace. What is owed stays.
   *
   * @param units a second from now on; above 0, may be infinite
   * @param nowNanos a monotonic time, until which the pace before counts
   */
  public void change(double units, long nowNanos) {
    if (!(units > 0)) {
      throw new IllegalArgumentException("a pace must be above 0 but is " + units);
    }
    if (Double.isInfinite(unitsPerSecond) || Double.isInfinite(units)) {
      balance = 0;
      started = false;
    } else {
      pay(nowNanos);
    }
    unitsPerSecond = units;
    balance = Math.min(balance, units * SAVED_SECONDS_MAX);
  }

  /**
   * The time that the next request has to wait.
   *
   * @param nowNanos a monotonic time; one that lies before an earlier call's counts as that one
   * @return nanoseconds; 0 if it may go now
   */
  public long waitNanos(long nowNanos) {
    if (Double.isInfinite(unitsPerSecond)) {
      return 0;
    }
    pay(nowNanos);
    return balance >= 0 ? 0 : (long) Math.ceil(-balance / unitsPerSecond * NANOS_PER_SECOND);
  }

  private void pay(long nowNanos) {
    if (!started) {
      started = true;
      paidUntilNanos = nowNanos;
    }
    long passedNanos = nowNanos - paidUntilNanos;
    if (passedNanos > 0) {
      paidUntilNanos = nowNanos;
      double paid = balance + unitsPerSecond * (passedNanos / NANOS_PER_SECOND);
      balance = Math.min(paid, unitsPerSecond * SAVED_SECONDS_MAX);
    }
  }

  /**
   * Charges a request that is sent now.
   *
   * @param estimatedUnits the cost by its size alone
   */
  public Charge charge(double estimatedUnits) {
    double units = estimatedUnits * costRatio;
    balance -= units;
    return new Charge(estimatedUnits, units);
  }

  /**
   * Settles a charge when the request has ended, once.
   *
   * @param consumedUnits the units that the answer reports; 0 if the request was throttled or
   *     failed
   */
  public void settle(Charge charge, double consumedUnits) {
    balance += charge.units() - consumedUnits;
    if (consumedUnits > 0 && charge.estimatedUnits() > 0) {
      double ratio = consumedUnits / charge.estimatedUnits();
      costRatio += LEARNING_RATE * (ratio - costRatio);
    }
  }

  /**
   * The charge of a request.
   *
   * @param estimatedUnits by its size alone
   * @param units the units taken for it
   */
  public record Charge(double estimatedUnits, double units) {}
}
