package dev.evenkeel.simulator.advise;

/**
 * The distribution of numbers.
 *
 * @param count how many there are
 * @param min the least, exactly; 0 if there are none
 * @param median about half of them are below; its rank may be off by {@link #RANK_ERROR}
 * @param p99 about a hundredth of them is above; its rank may be off as much
 * @param max the greatest, exactly
 */
public record Distribution(long count, double min, double median, double p99, double max) {
  /** The maximum error of a rank, as a part of all, with 99 % confidence. */
  public static final double RANK_ERROR = 0.0135;

  static final Distribution NONE = new Distribution(0, 0, 0, 0, 0);

  /** The same, capped at a known maximum. */
  Distribution atMost(double most) {
    return new Distribution(
        count,
        Math.min(min, most),
        Math.min(median, most),
        Math.min(p99, most),
        Math.min(max, most));
  }
}
