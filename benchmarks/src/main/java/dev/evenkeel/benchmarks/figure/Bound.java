package dev.evenkeel.benchmarks.figure;

import java.math.BigDecimal;

/**
 * The bound of a figure.
 *
 * @param program prints the figure
 * @param figure its name
 * @param atMost whether the limit is the largest value allowed, else it is the least
 * @param limit the last value that is allowed
 * @param holds at which sizes of a run
 */
public record Bound(
    String program, String figure, boolean atMost, BigDecimal limit, CheckedAt holds) {

  /** At which sizes of a run a bound holds. */
  public enum CheckedAt {
    /** Counts, bytes and units that do not depend on the size. */
    ANY,
    /** Times, and what only the recorded sizes show. */
    FULL,
    /** The same figure where the sizes are tiny. */
    SMOKE;

    boolean at(Scale scale) {
      return this == ANY || name().equals(scale.name());
    }
  }

  boolean allows(BigDecimal value) {
    int difference = value.compareTo(limit);
    return atMost ? difference <= 0 : difference >= 0;
  }

  @Override
  public String toString() {
    return (atMost ? "<= " : ">= ") + limit.toPlainString();
  }
}
