package dev.evenkeel.simulator.internal.plan.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Round places along an axis.
 *
 * @param end where the axis ends
 * @param ticks places from 0 to at most the end
 */
record Axis(double end, List<Double> ticks) {
  private static final double[] TIME_STEPS = {
    1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200,
    86_400, 172_800, 604_800
  };

  /** For amounts up to {@code most}: ends at a round number above it. */
  static Axis ofAmounts(double most, int intervals) {
    double step = roundUp(most / intervals);
    int count = (int) Math.ceil(most / step - 1e-9);
    return new Axis(step * count, multiples(step, step * count));
  }

  /** For seconds from 0 on: ends where the time does. */
  static Axis ofSeconds(double seconds, int intervals) {
    double step = TIME_STEPS[TIME_STEPS.length - 1];
    for (int i = TIME_STEPS.length - 1; i >= 0 && TIME_STEPS[i] * intervals >= seconds; i--) {
      step = TIME_STEPS[i];
    }
    while (step * intervals < seconds) {
      step *= 2;
    }
    return new Axis(seconds, multiples(step, seconds));
  }

  private static List<Double> multiples(double step, double end) {
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** 1, 2, 2.5 or 5 times a power of ten. */
  private static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : new double[] {1, 2, 2.5, 5}) {
      if (value <= factor * power * (1 + 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
