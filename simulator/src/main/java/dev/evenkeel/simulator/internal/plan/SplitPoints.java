package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.SortKeys;
import org.jspecify.annotations.Nullable;

/** Where a partition is split, by the cause. Null where it is not. */
final class SplitPoints {
  private SplitPoints() {}

  /** In the middle of its hash range; a range of one key in the middle of that. */
  static @Nullable Point even(Partition partition, @Nullable Point end) {
    Point middle = Point.middleHash(partition.start(), end);
    return middle != null
        ? middle
        : Point.middlePlace(partition.start().hash(), partition.start(), end);
  }

  /**
   * Because it is hot: inside the key that makes it so where that helps; not at all if one item, or
   * one key whose items stay together, makes it so alone.
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
