package dev.evenkeel.simulator.spec.workload;

import java.util.Locale;

/** The number of requests in each second. Immutable. */
public sealed interface RequestRate {
  /** The most requests in a second. */
  long PER_SECOND_MAX = 10_000_000;

  /** The same number in every second. */
  static RequestRate steady(long perSecond) {
    return new Ramp(perSecond, perSecond);
  }

  /** Evenly more, or fewer, from the first second to the last. */
  static RequestRate ramp(long first, long last) {
    return new Ramp(first, last);
  }

  /** A peak in the middle third of the time. */
  static RequestRate peak(long perSecond, long peak) {
    return new Peak(perSecond, peak);
  }

  /** The number of requests in {@code second}, from 0 on, of {@code seconds}. */
  long in(long second, long seconds);

  /** The most that are made in a second. */
  long max();

  /**
   * A ramp from one number to another.
   *
   * @param first in the first second
   * @param last in the last
   */
  record Ramp(long first, long last) implements RequestRate {
    public Ramp {
      requireRate(first);
      requireRate(last);
    }

    @Override
    public long in(long second, long seconds) {
      return seconds == 1 ? first : first + (last - first) * second / (seconds - 1);
    }

    @Override
    public long max() {
      return Math.max(first, last);
    }

    @Override
    public String toString() {
      return first == last
          ? String.format(Locale.ROOT, "%,d", first)
          : String.format(Locale.ROOT, "%,d to %,d", first, last);
    }
  }

  /**
   * One number in every second, and another in the middle third.
   *
   * @param perSecond in the first and the last third
   * @param peak between
   */
  record Peak(long perSecond, long peak) implements RequestRate {
    public Peak {
      requireRate(perSecond);
      requireRate(peak);
    }

    @Override
    public long in(long second, long seconds) {
      return 3 * second >= seconds && 3 * second < 2 * seconds ? peak : perSecond;
    }

    @Override
    public long max() {
      return Math.max(perSecond, peak);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d and at peak %,d", perSecond, peak);
    }
  }

  private static void requireRate(long perSecond) {
    if (perSecond < 0 || perSecond > PER_SECOND_MAX) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "requests a second must be 0..%,d but were %,d",
              PER_SECOND_MAX,
              perSecond));
    }
  }
}
