package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import org.apache.datasketches.hll.HllSketch;

/** Counts distinct keys in bounded memory. */
final class DistinctKeys {
  /** 95 % confidence. */
  private static final int DEVIATIONS = 2;

  /** The error of small counts. */
  private static final double ROUNDING = 0.01;

  private final HllSketch sketch;

  /**
   * @param logPlaces the logarithm of the number of places: with 14 the standard error is 0.8 %
   */
  DistinctKeys(int logPlaces) {
    this.sketch = new HllSketch(logPlaces);
  }

  void add(String key) {
    sketch.update(key);
  }

  Bounds count() {
    return new Bounds(
        Math.floor(sketch.getLowerBound(DEVIATIONS)),
        Math.round(sketch.getEstimate()),
        Math.ceil(sketch.getUpperBound(DEVIATIONS) - ROUNDING));
  }

  void clear() {
    sketch.reset();
  }
}
