package dev.evenkeel.simulator.internal.plan.report;

import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {
  private Numbers() {}

  /** Such as {@code 20,000}; one decimal below ten, unless it is whole. */
  public static String count(double value) {
    boolean whole = value >= 9.95 || Math.abs(value - Math.rint(value)) < 0.05;
    return value > 0 && value < 0.05
        ? "<0.1"
        : String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
  }

  /** Such as {@code 40.3 %}; neither all nor nothing unless it is. */
  public static String percent(double part) {
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
  public static String times(double factor) {
    return String.format(
        Locale.ROOT, factor < 0.995 ? "%.2f×" : factor < 99.95 ? "%.1f×" : "%,.0f×", factor);
  }

  /** A point in time, or a length, such as {@code 90 s}, {@code 15 min} or {@code 2.5 h}. */
  public static String time(long seconds) {
    if (seconds < 180) {
      return plain((double) seconds) + " s";
    }
    if (seconds < 3 * 3_600) {
      return plain(seconds / 60.0) + " min";
    }
    return seconds < 3 * 86_400
        ? plain(seconds / 3_600.0) + " h"
        : plain(seconds / 86_400.0) + " d";
  }

  private static String plain(double value) {
    return Math.abs(value - Math.rint(value)) < 0.05
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
