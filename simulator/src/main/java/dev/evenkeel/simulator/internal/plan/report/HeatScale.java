package dev.evenkeel.simulator.internal.plan.report;

import java.util.List;

/**
 * The steps of the colour scale: four up to what a partition has, four above. Their colours go
 * evenly from light to dark (in the dark from dark to light) and change from blue to orange at the
 * limit, which all kinds of colour vision tell apart.
 */
final class HeatScale {
  private static final List<Double> BOUNDS = List.of(0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0);

  private HeatScale() {}

  /** How many steps there are. */
  static int steps() {
    return BOUNDS.size() + 1;
  }

  /** The step of a use, from 1 on; 0 if there was none. */
  static int step(double use) {
    if (use <= 0) {
      return 0;
    }
    int step = 1;
    for (double bound : BOUNDS) {
      if (use > bound * (1 + 1e-9)) {
        step++;
      }
    }
    return step;
  }

  /** What stands between two steps in the legend, after the one with that number. */
  static String bound(int step) {
    return List.of("¼", "½", "¾", "1×", "2×", "5×", "10×").get(step - 1);
  }
}
