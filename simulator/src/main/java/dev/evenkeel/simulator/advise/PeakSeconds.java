package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.HeavyHitters.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The busiest second of each key, of one type of unit. Within a second keys are counted as {@link
 * HeavyHitters} does; of the seconds that are over, the {@value #KEPT} keys with the highest peaks
 * are kept at least.
 */
final class PeakSeconds {
  static final int KEPT = 4_096;

  private final HeavyHitters current = new HeavyHitters();
  private final Map<String, Peak> peaks = new HashMap<>();
  private final double unitsOfWeight;
  private final long limitWeight;
  private long second = -1;
  private long forgottenWeight;

  private static final class Peak {
    private Row row;
    private long second;
    private long secondsOver;

    private Peak(Row row, long second) {
      this.row = row;
      this.second = second;
    }

    private long weight() {
      return row.high();
    }
  }

  /**
   * @param unitsOfWeight how many units a weight of 1 is
   * @param limitUnits what one partition carries in a second
   */
  PeakSeconds(double unitsOfWeight, long limitUnits) {
    this.unitsOfWeight = unitsOfWeight;
    this.limitWeight = Math.round(limitUnits / unitsOfWeight);
  }

  /** What is earlier than anything seen before counts in the latest second. */
  void add(long atSecond, String key, long weight) {
    if (atSecond > second) {
      end();
      second = atSecond;
    }
    current.add(key, weight);
  }

  /** Ends the second that is going on. */
  void end() {
    if (current.isEmpty()) {
      return;
    }
    for (Row row : current.above(forgottenWeight)) {
      note(row);
    }
    current.clear();
    if (peaks.size() > 2 * KEPT) {
      forget();
    }
  }

  private void note(Row row) {
    Peak peak = peaks.get(row.key());
    if (peak == null) {
      peak = new Peak(row, second);
      peaks.put(row.key(), peak);
    } else if (row.high() > peak.row.high()) {
      peak.row = row;
      peak.second = second;
    }
    if (row.low() > limitWeight) {
      peak.secondsOver++;
    }
  }

  private void forget() {
    List<Map.Entry<String, Peak>> sorted = new ArrayList<>(peaks.entrySet());
    sorted.sort(
        Comparator.comparingLong((Map.Entry<String, Peak> entry) -> entry.getValue().weight())
            .reversed());
    peaks.clear();
    sorted.subList(0, KEPT).forEach(entry -> peaks.put(entry.getKey(), entry.getValue()));
    forgottenWeight = Math.max(forgottenWeight, sorted.get(KEPT).getValue().weight());
  }

  /** The busiest second of a key; if it was forgotten, the most it can have been. */
  KeyPeak of(String key) {
    Peak peak = peaks.get(key);
    if (peak == null) {
      return forgottenWeight == 0
          ? KeyPeak.NONE
          : new KeyPeak(new Bounds(0, 0, forgottenWeight * unitsOfWeight), -1, 0);
    }
    return new KeyPeak(peak.row.bounds(unitsOfWeight), peak.second, peak.secondsOver);
  }

  /** The keys that were above the limit in some second, hottest first, so many at most. */
  List<String> hot(int max) {
    return peaks.entrySet().stream()
        .filter(entry -> entry.getValue().secondsOver > 0)
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Peak> e) -> e.getValue().weight())
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(max)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The busiest second that any key had. */
  KeyPeak hottest() {
    return peaks.entrySet().stream()
        .max(Comparator.comparingLong(entry -> entry.getValue().weight()))
        .map(entry -> of(entry.getKey()))
        .orElse(KeyPeak.NONE);
  }

  /** How many keys were above the limit in some second. */
  long hotCount() {
    return peaks.values().stream().filter(peak -> peak.secondsOver > 0).count();
  }
}
