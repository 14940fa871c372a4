package dev.evenkeel.simulator.advise;

import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;

/** How numbers are distributed, in bounded memory. */
final class Quantiles {
  private final KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance();

  void add(double number) {
    sketch.update(number);
  }

  long count() {
    return sketch.getN();
  }

  double at(double rank) {
    return sketch.getQuantile(rank, QuantileSearchCriteria.INCLUSIVE);
  }

  Distribution distribution() {
    return sketch.isEmpty()
        ? Distribution.NONE
        : new Distribution(
            sketch.getN(), sketch.getMinItem(), at(0.5), at(0.99), sketch.getMaxItem());
  }
}
