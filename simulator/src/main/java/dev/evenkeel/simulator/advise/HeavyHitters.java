package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import java.util.Arrays;
import java.util.List;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;

/**
 * Finds the keys with the largest weights in bounded memory. Exact while there are fewer different
 * keys than {@link #EXACT_KEYS}; from there on no number is off by more than {@link #errorShare} of
 * the sum.
 */
final class HeavyHitters {
  /** A power of two: how many places the map has at most. */
  private static final int PLACES = 8_192;

  /** The map is filled to three quarters before the lightest keys are dropped. */
  static final int EXACT_KEYS = PLACES / 4 * 3;

  private final ItemsSketch<String> sketch = new ItemsSketch<>(PLACES);

  /**
   * A key and its weight.
   *
   * @param low no less
   * @param high no more
   */
  record Row(String key, long low, long high) {
    private static Row of(ItemsSketch.Row<String> row) {
      return new Row(row.getItem(), row.getLowerBound(), row.getUpperBound());
    }

    Bounds bounds(double unit) {
      return new Bounds(low * unit, (low + high) / 2.0 * unit, high * unit);
    }
  }

  void add(String key, long weight) {
    sketch.update(key, weight);
  }

  /** The sum over all keys. */
  long total() {
    return sketch.getStreamLength();
  }

  /** The bounds of one key's weight. */
  Row row(String key) {
    return new Row(key, sketch.getLowerBound(key), sketch.getUpperBound(key));
  }

  /** All keys that may have more than {@code weight}, and maybe some that have less. */
  List<Row> above(long weight) {
    return Arrays.stream(
            sketch.getFrequentItems(
                Math.max(weight, sketch.getMaximumError()), ErrorType.NO_FALSE_NEGATIVES))
        .map(Row::of)
        .toList();
  }

  /** The maximum error of a number, as a part of the sum. */
  double errorShare() {
    return total() == 0 ? 0 : (double) sketch.getMaximumError() / total();
  }

  boolean isEmpty() {
    return sketch.isEmpty();
  }

  void clear() {
    sketch.reset();
  }
}
