package dev.evenkeel.benchmarks.figure;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Repeated measurements of one thing. */
public final class Samples {
  private final double[] sorted;

  private Samples(double[] sorted) {
    this.sorted = sorted;
  }

  /** Measures {@code count} times, one after the other. */
  public static Samples of(int count, IntToDoubleFunction measurement) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1 but was " + count);
    }
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = measurement.applyAsDouble(i);
    }
    return of(values);
  }

  public static Samples of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  public double mean() {
    return Arrays.stream(sorted).average().orElseThrow();
  }

  /** The middle one; of an even number, the mean of both. */
  public double median() {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The 99th percentile by nearest rank: of fewer than a hundred, the largest. */
  public double p99() {
    return percentile(99);
  }

  /** By nearest rank: at least {@code percent} of all are no larger. */
  public double percentile(int percent) {
    return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1];
  }

  public double max() {
    return sorted[sorted.length - 1];
  }
}
