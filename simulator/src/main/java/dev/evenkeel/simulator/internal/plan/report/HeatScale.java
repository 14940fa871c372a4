package dev.evenkeel.simulator.internal.plan.report;

import java.util.List;
import java.util.Locale;

/**
 * The colour scale: eight even steps up to what a partition has, and eight above it, each a third
 * more than the one before. From light to dark (in the dark from dark to light), and from blue to
 * orange at the limit, which all kinds of colour vision tell apart.
 */
final class HeatScale {
  /** Steps on each side of the limit. */
  private static final int SIDE = 8;

  private static final int STEPS = 2 * SIDE;

  /** The tolerance for rounding. */
  private static final double TINY = 1e-9;

  private static final List<int[]> LIGHT_BELOW =
      List.of(rgb(0xE2EBF2), rgb(0x9DC2DB), rgb(0x5091BF));
  private static final List<int[]> LIGHT_ABOVE =
      List.of(rgb(0xC2701F), rgb(0x97401B), rgb(0x421113));
  private static final List<int[]> DARK_BELOW =
      List.of(rgb(0x1E2E3B), rgb(0x2A5473), rgb(0x3C82B8));
  private static final List<int[]> DARK_ABOVE =
      List.of(rgb(0xCF8440), rgb(0xEDB568), rgb(0xFFF1D2));

  private HeatScale() {}

  private static int[] rgb(int hex) {
    return new int[] {hex >> 16, hex >> 8 & 0xFF, hex & 0xFF};
  }

  /** The number of steps. */
  static int steps() {
    return STEPS;
  }

  /** The step of a use, from 1 on; 0 if there was none. */
  static int step(double use) {
    return use <= 0 ? 0 : Math.max(1, (int) Math.ceil(place(use) * STEPS - TINY));
  }

  /** Where a use is on the scale, from 0 to 1; the limit is in the middle. */
  static double place(double use) {
    return use <= 1 ? use / 2 : Math.min(1, 0.5 + Math.log10(use) / 2);
  }

  /** The colours of the steps, as classes. */
  static String css() {
    return classes(LIGHT_BELOW, LIGHT_ABOVE)
        + "@media (prefers-color-scheme: dark) {\n@media not print {\n"
        + classes(DARK_BELOW, DARK_ABOVE)
        + "}\n}\n";
  }

  private static String classes(List<int[]> below, List<int[]> above) {
    StringBuilder css = new StringBuilder();
    for (int step = 1; step <= STEPS; step++) {
      List<int[]> colors = step <= SIDE ? below : above;
      String color = color(colors, ((step - 1) % SIDE) / (SIDE - 1.0));
      css.append(
          String.format(Locale.ROOT, ".h%d { fill: %s; background: %s; }\n", step, color, color));
    }
    return css.toString();
  }

  /** A colour between three: at 0 the first, at 1 the last. */
  private static String color(List<int[]> three, double at) {
    int from = at < 0.5 ? 0 : 1;
    double part = 2 * at - from;
    int[] color = new int[3];
    for (int i = 0; i < color.length; i++) {
      int start = three.get(from)[i];
      color[i] = (int) Math.round(start + part * (three.get(from + 1)[i] - start));
    }
    return String.format(Locale.ROOT, "#%02x%02x%02x", color[0], color[1], color[2]);
  }
}
