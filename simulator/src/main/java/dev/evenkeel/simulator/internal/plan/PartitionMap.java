package dev.evenkeel.simulator.internal.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The partitions of a table in the order of their hash ranges, which leave no gaps. */
final class PartitionMap {
  private final List<Partition> partitions;

  /** Takes partitions in order; the first begins at the first point. */
  PartitionMap(List<Partition> partitions) {
    this.partitions = new ArrayList<>(partitions);
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

  /** Where the partition after {@code partition} begins; null if it is the last. */
  @Nullable Point endOf(Partition partition) {
    int next = indexOf(partition.start().hash(), partition.start().place()) + 1;
    return next == partitions.size() ? null : partitions.get(next).start();
  }

  void replace(Partition partition, Partition left, Partition right) {
    int index = indexOf(partition.start().hash(), partition.start().place());
    partitions.set(index, left);
    partitions.add(index + 1, right);
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
}
