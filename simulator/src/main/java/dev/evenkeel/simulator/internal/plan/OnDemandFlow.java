package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.Capacity.OnDemand;
import dev.evenkeel.simulator.spec.LimitType;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The reads, or the writes, of a table or index in on-demand mode. */
final class OnDemandFlow {
  private final Peaks peaks;
  private final Bucket adapted;
  private final List<Gate> gates;
  private final long partitionLimit;

  OnDemandFlow(OnDemand capacity, OperationType type) {
    long warm = Micros.of(capacity.warm().units(type));
    this.peaks = new Peaks(warm);
    this.adapted = perSecond(warm);
    this.partitionLimit = Burst.partitionLimit(type);
    List<Gate> limits = new ArrayList<>();
    limits.add(
        new Gate(
            perSecond(Micros.of(capacity.max().units(type))), LimitType.MAX_ON_DEMAND_THROUGHPUT));
    limits.add(
        new Gate(perSecond(Micros.of(capacity.quota().units(type))), LimitType.ACCOUNT_LIMIT));
    limits.add(new Gate(adapted, LimitType.KEY_RANGE_THROUGHPUT));
    this.gates = List.copyOf(limits);
  }

  private static Bucket perSecond(long micros) {
    return new Bucket(0, micros, 0, Long.MAX_VALUE);
  }

  List<Gate> gates() {
    return gates;
  }

  void spent(long second, long micros) {
    peaks.add(second, micros);
  }

  void begin(long second) {
    long capacity = peaks.capacity(second);
    if (capacity != adapted.rate()) {
      adapted.change(second, capacity, 0);
    }
  }

  /** How many partitions carry what is taken at the moment. */
  long partitions() {
    return (adapted.rate() - 1) / partitionLimit + 1;
  }

  /**
   * The doubling rule of on-demand mode: what a table takes is twice its previous peak, and what it
   * took in a second is a previous peak half an hour later. AWS does not say over what time a peak
   * is measured; here over a second. Peaks never fade.
   */
  static final class Peaks {
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
}
