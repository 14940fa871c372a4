package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.HeavyHitters.Row;
import java.util.List;

/** A window of one second that starts at a fixed offset, with the weight of each key in it. */
final class SecondWindow {
  private static final long LENGTH_MILLIS = 1_000;

  private final HeavyHitters weights = new HeavyHitters();
  private final HeavyHitters squares = new HeavyHitters();
  private final long offsetMillis;
  private long startMillis = Long.MIN_VALUE;
  private long smallest;
  private long largest;

  /**
   * @param offsetMillis how long after a whole second each begins
   */
  SecondWindow(long offsetMillis) {
    this.offsetMillis = offsetMillis;
  }

  boolean beginsWhole() {
    return offsetMillis == 0;
  }

  long startMillis() {
    return startMillis;
  }

  /** Whether a moment is after the current second. */
  boolean isOverAt(long millis) {
    return start(millis) > startMillis;
  }

  private long start(long millis) {
    return Math.floorDiv(millis - offsetMillis, LENGTH_MILLIS) * LENGTH_MILLIS + offsetMillis;
  }

  /** Starts the second of a moment. */
  void begin(long millis) {
    startMillis = start(millis);
    clear();
  }

  /** Clears the weights; the second continues. */
  void clear() {
    weights.clear();
    squares.clear();
    smallest = Long.MAX_VALUE;
    largest = 0;
  }

  void add(String key, long weight) {
    weights.add(key, weight);
    squares.add(key, weight * weight);
    smallest = Math.min(smallest, weight);
    largest = Math.max(largest, weight);
  }

  List<Row> above(long weight) {
    return weights.above(weight);
  }

  /**
   * The weight of the request that the average unit of a key is part of, at most: the sum of
   * squares by the sum.
   */
  double weightPerRequest(Row row) {
    double most = (double) squares.row(row.key()).high() / (double) Math.max(1, row.low());
    return Math.min(most, (double) largest);
  }

  /**
   * Whether all requests of a key were of one weight for certain. The size that the average unit
   * comes in is that of the largest, or the smallest, request of all only if all of its are.
   */
  boolean areAlike(Row row) {
    Row square = squares.row(row.key());
    return row.low() == row.high()
        && square.low() == square.high()
        && (square.low() == row.low() * largest || square.low() == row.low() * smallest);
  }
}
