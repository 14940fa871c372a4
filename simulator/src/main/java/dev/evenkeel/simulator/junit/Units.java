package dev.evenkeel.simulator.junit;

import java.util.Locale;

/** Units in words. */
final class Units {
  private Units() {}

  /** Such as 1,000, or 62.5: an even part need not be whole. */
  static String text(double units) {
    return units == Math.rint(units)
        ? String.format(Locale.ROOT, "%,.0f", units)
        : String.format(Locale.ROOT, "%,.1f", units);
  }
}
