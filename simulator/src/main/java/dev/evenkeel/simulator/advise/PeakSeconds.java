package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import dev.evenkeel.simulator.advise.HeavyHitters.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The busiest second of each key, of one type of unit: of those that begin at a whole and at a half
 * second. Within a second keys are counted as {@link HeavyHitters} does; of the seconds that are
 * over, the {@value #KEPT} keys with the highest peaks are kept at least.
 */
final class PeakSeconds {
  static final int KEPT = 4_096;

  /** Weights are half units. */
  private static final double UNITS_OF_WEIGHT = 0.5;

  private static final Comparator<Map.Entry<String, Peak>> HOTTEST_FIRST =
      Comparator.comparingLong((Map.Entry<String, Peak> entry) -> entry.getValue().most())
          .reversed()
          .thenComparing(Map.Entry::getKey);

  private final List<SecondWindow> seconds = List.of(new SecondWindow(0), new SecondWindow(500));
  private final Map<String, Peak> peaks = new HashMap<>();
  private final long limitWeight;
  private final double growth;
  private long forgottenWeight;

  /**
   * @param limitUnits the units that one partition carries in a second
   * @param growth the factor by which the load is multiplied before it is called hot
   */
  PeakSeconds(long limitUnits, double growth) {
    this.limitWeight = 2 * limitUnits;
    this.growth = growth;
  }

  /** A request before all earlier ones counts in the latest second. */
  void add(long atMillis, String key, long weight) {
    for (SecondWindow second : seconds) {
      if (second.isOverAt(atMillis)) {
        end(second);
        second.begin(atMillis);
      }
      second.add(key, weight);
    }
  }

  /** Ends the current seconds. Later requests count in new seconds. */
  void end() {
    for (SecondWindow second : seconds) {
      end(second);
      second.clear();
    }
  }

  private void end(SecondWindow second) {
    for (Row row : second.above(forgottenWeight)) {
      note(second, row);
    }
  }

  private void note(SecondWindow second, Row row) {
    Peak peak = peaks.get(row.key());
    if (peak == null && row.high() > forgottenWeight) {
      if (peaks.size() >= 2 * KEPT) {
        forget();
      }
      peak = new Peak(second, row);
      peaks.put(row.key(), peak);
    }
    if (peak != null) {
      peak.note(second, row, limitWeight);
    }
  }

  private void forget() {
    List<Map.Entry<String, Peak>> sorted = new ArrayList<>(peaks.entrySet());
    sorted.sort(HOTTEST_FIRST);
    peaks.clear();
    sorted.subList(0, KEPT).forEach(entry -> peaks.put(entry.getKey(), entry.getValue()));
    forgottenWeight = Math.max(forgottenWeight, sorted.get(KEPT).getValue().most());
  }

  /** The busiest second of a key; if it was forgotten, the most it can have been. */
  KeyPeak of(String key) {
    Peak peak = peaks.get(key);
    if (peak == null) {
      return forgottenWeight == 0
          ? KeyPeak.NONE
          : new KeyPeak(new Bounds(0, 0, forgottenWeight * UNITS_OF_WEIGHT), -1, 0, 0, false);
    }
    return peak.peak();
  }

  /** The keys that are above the limit for certain when they have grown, hottest first. */
  List<String> hot() {
    return peaks.entrySet().stream()
        .filter(entry -> entry.getValue().surely() * growth > limitWeight)
        .sorted(HOTTEST_FIRST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The number of keys that were above the limit in some second, without any growth. */
  long overCount() {
    return peaks.values().stream().filter(Peak::wasOver).count();
  }

  /** Whether there may be more such keys than are kept. */
  boolean mayHaveForgottenHot() {
    return forgottenWeight * growth > limitWeight;
  }

  /** The busiest second that any key had. */
  KeyPeak hottest() {
    return peaks.entrySet().stream()
        .min(HOTTEST_FIRST)
        .map(entry -> of(entry.getKey()))
        .orElse(KeyPeak.NONE);
  }

  /** The record of one key: its busiest second, and its seconds above the limit. */
  private static final class Peak {
    private static final long HALF_MILLIS = 500;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private Row row;
    private long atMillis;
    private double weightPerRequest;
    private boolean alike;
    private long surely;
    private long secondsOver;
    private long lastOver = NEVER;
    private long between = NEVER;

    Peak(SecondWindow second, Row row) {
      this.row = row;
      take(second, row);
    }

    private void take(SecondWindow second, Row busier) {
      row = busier;
      atMillis = second.startMillis;
      weightPerRequest = second.weightPerRequest(busier);
      alike = second.areAlike(busier);
    }

    void note(SecondWindow second, Row other, long limitWeight) {
      if (other.high() > row.high()) {
        take(second, other);
      }
      surely = Math.max(surely, other.low());
      if (other.low() > limitWeight) {
        over(second);
      }
    }

    /** Counts one of two seconds that overlap: the one that begins whole, whichever ends first. */
    private void over(SecondWindow second) {
      long start = second.startMillis;
      if (second.offsetMillis == 0) {
        secondsOver += between == NEVER || between == start - HALF_MILLIS ? 1 : 2;
        between = NEVER;
        lastOver = start;
      } else if (Math.abs(lastOver - start) > HALF_MILLIS) {
        secondsOver += between == NEVER ? 0 : 1;
        between = start;
      }
    }

    /** The upper bound of its busiest second. */
    long most() {
      return row.high();
    }

    /** The lower bound of its busiest second. */
    long surely() {
      return surely;
    }

    boolean wasOver() {
      return lastOver != NEVER || between != NEVER;
    }

    KeyPeak peak() {
      return new KeyPeak(
          row.bounds(UNITS_OF_WEIGHT),
          atMillis,
          secondsOver + (between == NEVER ? 0 : 1),
          weightPerRequest * UNITS_OF_WEIGHT,
          alike);
    }
  }

  /** A window of one second that starts at a fixed offset, with the weight of each key in it. */
  private static final class SecondWindow {
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
}
