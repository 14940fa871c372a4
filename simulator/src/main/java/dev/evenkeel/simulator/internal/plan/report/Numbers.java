package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.spec.result.RunResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers for readers. */
final class Numbers {
  private Numbers() {}

  /** How many partitions there ever were: a split puts two in the place of one. */
  static int partitions(RunResult run) {
    return run.firstPartitions() + 2 * (run.lastPartitions() - run.firstPartitions());
  }

  /** Such as {@code 20,000}; one decimal below ten, unless it is whole; one digit below 0.1. */
  static String count(double value) {
    if (value > 0 && value < 0.095) {
      return digits(value, 1);
    }
    boolean whole = value >= 9.95 || Math.abs(value - Math.rint(value)) < 0.05;
    return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
  }

  /** A round number along an axis, such as {@code 12.5} or {@code 0.002}. */
  static String tick(double value) {
    return value >= 1_000 ? String.format(Locale.ROOT, "%,.0f", value) : digits(value, 3);
  }

  private static String digits(double value, int significant) {
    return new BigDecimal(value, new MathContext(significant)).stripTrailingZeros().toPlainString();
  }

  /** Such as {@code 40.3 %}; neither all nor nothing unless it is. */
  static String percent(double part) {
    double percent = 100 * part;
    if (part <= 0 || part >= 1) {
      return part >= 1 ? "100 %" : "0 %";
    }
    if (percent < 0.1) {
      return "<0.1 %";
    }
    return percent >= 99.95 ? ">99.9 %" : String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** Such as {@code 4.0×}; two decimals below one. */
  static String times(double factor) {
    if (factor > 0 && factor < 0.005) {
      return "<0.01×";
    }
    return String.format(
        Locale.ROOT, factor < 0.995 ? "%.2f×" : factor < 99.95 ? "%.1f×" : "%,.0f×", factor);
  }

  /** A point in time, or a length, such as {@code 90 s}, {@code 15 min} or {@code 2.5 h}. */
  static String time(long seconds) {
    if (seconds < 180) {
      return plain((double) seconds) + " s";
    }
    if (seconds < 3 * 3_600) {
      return plain(seconds / 60.0) + " min";
    }
    return seconds < 2 * 86_400
        ? plain(seconds / 3_600.0) + " h"
        : plain(seconds / 86_400.0) + " d";
  }

  private static String plain(double value) {
    return Math.abs(value - Math.rint(value)) < 0.05
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
