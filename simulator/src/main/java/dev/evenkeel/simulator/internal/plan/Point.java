package dev.evenkeel.simulator.internal.plan;

import org.jspecify.annotations.Nullable;

/**
 * Where a partition begins: a hash, and a place among the items of the key with that hash. Both
 * unsigned.
 */
record Point(long hash, long place) {
  static final Point FIRST = new Point(0, 0);

  boolean isAtOrBefore(long otherHash, long otherPlace) {
    int order = Long.compareUnsigned(hash, otherHash);
    return order < 0 || (order == 0 && Long.compareUnsigned(place, otherPlace) <= 0);
  }

  /**
   * The middle of the hashes between two points, where something begins; null if there is none
   * between.
   *
   * @param end null for the end of all hashes
   */
  static @Nullable Point middleHash(Point start, @Nullable Point end) {
    long middle = middle(start.hash, end == null ? 0 : end.hash, end == null);
    return middle == start.hash ? null : new Point(middle, 0);
  }

  /** The middle of the places that the items of one key have between two points; null if none. */
  static @Nullable Point middlePlace(long hash, Point start, @Nullable Point end) {
    long first = start.hash == hash ? start.place : 0;
    long middle =
        end != null && end.hash == hash ? middle(first, end.place, false) : middle(first, 0, true);
    return middle == first ? null : new Point(hash, middle);
  }

  /** Halfway from first to end, unsigned; an open end is 2^64. */
  private static long middle(long first, long end, boolean open) {
    long span = open ? -first : end - first;
    return span == 0 && open ? Long.MIN_VALUE : first + (span >>> 1);
  }
}
