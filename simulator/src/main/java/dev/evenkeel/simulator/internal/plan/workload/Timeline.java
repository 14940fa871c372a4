package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HeatMap;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.ArrayList;
import java.util.List;

/** Intervals of equal length: one second at first, doubled whenever there would be too many. */
final class Timeline {
  private final int rows;
  private final List<RecordedInterval> slots = new ArrayList<>();
  private long slotSeconds = 1;

  Timeline(int rows) {
    this.rows = rows;
  }

  RecordedInterval at(long second) {
    while (second / slotSeconds >= RunResult.BUCKETS_MAX) {
      mergePairs();
    }
    int index = (int) (second / slotSeconds);
    while (slots.size() <= index) {
      slots.add(new RecordedInterval(rows));
    }
    return slots.get(index);
  }

  private void mergePairs() {
    List<RecordedInterval> pairs = new ArrayList<>();
    for (int i = 0; i < slots.size(); i += 2) {
      RecordedInterval pair = slots.get(i);
      if (i + 1 < slots.size()) {
        pair.merge(slots.get(i + 1));
      }
      pairs.add(pair);
    }
    slots.clear();
    slots.addAll(pairs);
    slotSeconds *= 2;
  }

  /** All of so many seconds. */
  List<TimeBucket> buckets(long seconds) {
    at(seconds - 1);
    List<TimeBucket> buckets = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      buckets.add(slots.get(i).bucket(i * slotSeconds, length(i, seconds)));
    }
    return buckets;
  }

  HeatMap heat(long seconds) {
    at(seconds - 1);
    List<double[]> columns = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      columns.add(slots.get(i).uses(length(i, seconds)));
    }
    return new HeatMap(columns);
  }

  private long length(int index, long seconds) {
    return Math.min(slotSeconds, seconds - index * slotSeconds);
  }
}
