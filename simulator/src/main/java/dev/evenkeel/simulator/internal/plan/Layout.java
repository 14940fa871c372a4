package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.SortKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one table or index, with their splits. Splits happen between seconds, and each
 * half has half of the stored bytes and of the kept units.
 */
final class Layout {
  private Allocation allocation;
  private final PartitionBehavior behavior;
  private final SortKeys sortKeys;

  /** In the order of their hash ranges, which leave no gaps. */
  private final List<Partition> partitions = new ArrayList<>();

  private long nextNumber;

  Layout(Allocation allocation, PartitionBehavior behavior, SortKeys sortKeys, long storedBytes) {
    this.allocation = allocation;
    this.behavior = behavior;
    this.sortKeys = sortKeys;
    begin(storedBytes);
    List.copyOf(partitions).forEach(partition -> splitWhileFull(partition, 0));
  }

  private void begin(long storedBytes) {
    long count = allocation.initialPartitions();
    long step = Long.divideUnsigned(-1, count) + 1;
    for (long i = 0; i < count; i++) {
      long bytes = storedBytes / count + (i < storedBytes % count ? 1 : 0);
      partitions.add(
          new Partition(
              nextNumber++,
              0,
              new Point(i * step, 0),
              bucket(OperationType.READ),
              bucket(OperationType.WRITE),
              bytes));
    }
  }

  private Bucket bucket(OperationType type) {
    return BurstCapacity.bucket(behavior, type, allocation.rate(type, 0));
  }

  List<Partition> all() {
    return Collections.unmodifiableList(partitions);
  }

  int size() {
    return partitions.size();
  }

  Partition find(long hash, long place) {
    return partitions.get(indexOf(hash, place));
  }

  /** The last partition that begins at or before the point. */
  private int indexOf(long hash, long place) {
    int low = 0;
    int high = partitions.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (partitions.get(middle).start().isAtOrBefore(hash, place)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private int indexOf(Partition partition) {
    return indexOf(partition.start().hash(), partition.start().place());
  }

  /** Where the partition after {@code partition} begins; null if it is the last. */
  private @Nullable Point endOf(Partition partition) {
    int next = indexOf(partition) + 1;
    return next == partitions.size() ? null : partitions.get(next).start();
  }

  /** Where the hash range of a partition ends; 0 for the end of all. */
  long endHash(Partition partition) {
    Point end = endOf(partition);
    return end == null ? 0 : end.hash();
  }

  /** Splits a full partition until no part is full. */
  void splitWhileFull(Partition partition, long second) {
    Deque<Partition> full = new ArrayDeque<>(List.of(partition));
    while (!full.isEmpty()) {
      Partition next = full.removeFirst();
      if (next.bytes() > PartitionRules.PARTITION_BYTES) {
        Point at = SplitPoints.forSize(next, endOf(next), sortKeys);
        if (at != null) {
          full.addAll(split(next, at, second));
        }
      }
    }
  }

  /** Splits a partition that is hot, if that helps. */
  void splitForHeat(Partition partition, long second) {
    Point at = SplitPoints.forHeat(partition, endOf(partition), sortKeys);
    if (at == null) {
      partition.cool();
    } else {
      split(partition, at, second);
    }
  }

  /** Changes the allocation of throughput, from the start of a second on. */
  void allocate(long second, Allocation by) {
    allocation = by;
    grow(second);
    reallocate(second);
  }

  /** Doubles the partitions until they carry the throughput. */
  void grow(long second) {
    while (allocation.outgrown(0) && allocation.outgrown(fewestSplits())) {
      for (Partition partition : List.copyOf(partitions)) {
        Point at = SplitPoints.even(partition, endOf(partition));
        if (at != null) {
          split(partition, at, second);
        }
      }
    }
  }

  private int fewestSplits() {
    return partitions.stream().mapToInt(Partition::splits).min().orElseThrow();
  }

  /** Applies a changed throughput to each partition, from the start of a second on. */
  void reallocate(long second) {
    for (Partition partition : partitions) {
      reallocate(partition, OperationType.READ, second);
      reallocate(partition, OperationType.WRITE, second);
    }
  }

  private void reallocate(Partition partition, OperationType type, long second) {
    long rate = allocation.rate(type, partition.splits());
    partition.bucket(type).change(second, rate, BurstCapacity.max(behavior, rate));
  }

  private List<Partition> split(Partition partition, Point at, long second) {
    long half = partition.bytes() / 2;
    Partition left = half(partition, partition.start(), partition.bytes() - half, second);
    Partition right = half(partition, at, half, second);
    int index = indexOf(partition);
    partitions.set(index, left);
    partitions.add(index + 1, right);
    return List.of(left, right);
  }

  private Partition half(Partition whole, Point start, long bytes, long second) {
    return new Partition(
        nextNumber++,
        whole.splits() + 1,
        start,
        half(whole, OperationType.READ, second),
        half(whole, OperationType.WRITE, second),
        bytes);
  }

  private Bucket half(Partition whole, OperationType type, long second) {
    long rate = allocation.rate(type, whole.splits() + 1);
    return whole.bucket(type).half(second, rate, BurstCapacity.max(behavior, rate));
  }

  /** The split point of a partition, by cause; null for no split. */
  static final class SplitPoints {
    private SplitPoints() {}

    /** In the middle of its hash range; a range of one key in the middle of that. */
    static @Nullable Point even(Partition partition, @Nullable Point end) {
      Point middle = Point.middleHash(partition.start(), end);
      return middle != null
          ? middle
          : Point.middlePlace(partition.start().hash(), partition.start(), end);
    }

    /**
     * Because it is hot: inside the key that makes it so where that helps; not at all if one item,
     * or one key whose items stay together, makes it so alone.
     */
    static @Nullable Point forHeat(Partition partition, @Nullable Point end, SortKeys sortKeys) {
      if (partition.itemHeat().alone()) {
        return null;
      }
      Votes heat = partition.heat();
      if (heat.dominated() && sortKeys == SortKeys.SPREAD) {
        return Point.middlePlace(heat.candidate(), partition.start(), end);
      }
      return Point.middleHash(partition.start(), end);
    }

    /** Because it is full: inside the key that filled it, if items have sort keys and one did. */
    static @Nullable Point forSize(Partition partition, @Nullable Point end, SortKeys sortKeys) {
      Votes inserts = partition.inserts();
      Point inKey =
          inserts.dominated() && sortKeys != SortKeys.NONE
              ? Point.middlePlace(inserts.candidate(), partition.start(), end)
              : null;
      return inKey != null ? inKey : even(partition, end);
    }
  }
}
