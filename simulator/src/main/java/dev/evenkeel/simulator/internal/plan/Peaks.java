package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The doubling rule of on-demand mode: what a table takes is twice its previous peak, and what it
 * took in a second is a previous peak half an hour later. AWS does not say over what time a peak is
 * measured; here over a second. Peaks never fade.
 */
final class Peaks {
  private final Deque<Peak> recent = new ArrayDeque<>();
  private long previous;

  private record Peak(long second, long micros) {}

  /** Of a table that takes so much to begin with. */
  Peaks(long warmMicros) {
    this.previous = warmMicros / PartitionRules.ON_DEMAND_PEAK_FACTOR;
  }

  void add(long second, long micros) {
    long highest = recent.isEmpty() ? previous : recent.getLast().micros();
    if (micros > highest) {
      recent.addLast(new Peak(second, micros));
    }
  }

  /** What the table takes in {@code second}. */
  long capacity(long second) {
    Peak first = recent.peekFirst();
    while (first != null && first.second() + PartitionRules.ON_DEMAND_PEAK_SECONDS <= second) {
      previous = first.micros();
      recent.removeFirst();
      first = recent.peekFirst();
    }
    return PartitionRules.ON_DEMAND_PEAK_FACTOR * previous;
  }
}
