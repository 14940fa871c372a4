package dev.evenkeel.core.internal.scan;

import org.jspecify.annotations.Nullable;

/**
 * How many items a page may have so that it costs no more than wanted: by what items cost so far,
 * the newest page counting for three tenths. Before any was seen, few are asked for.
 */
final class PageSize {
  private static final int FIRST_ITEMS = 16;
  private static final double LEARNING_RATE = 0.3;

  private final double pageUnitsMax;
  private final boolean bounded;
  private double unitsPerItem;

  PageSize(ScanSettings settings) {
    int factor = settings.consistent() ? 2 : 1;
    this.pageUnitsMax = Math.min(settings.pageUnitsMax(), factor * ScanSettings.PAGE_UNITS_MAX);
    this.bounded = settings.pageUnitsMax() < factor * ScanSettings.PAGE_UNITS_MAX;
  }

  /** How many items to ask for; null for a whole page. */
  @Nullable Integer itemsMax() {
    if (!bounded) {
      return null;
    }
    return unitsPerItem == 0
        ? FIRST_ITEMS
        : (int) Math.max(1, Math.min(1_000_000, pageUnitsMax / unitsPerItem));
  }

  /** What such a page is expected to cost. */
  double expectedUnits() {
    Integer items = itemsMax();
    if (items == null) {
      return pageUnitsMax;
    }
    return Math.max(0.5, Math.min(pageUnitsMax, items * unitsPerItem));
  }

  /** Learns what items cost. */
  void saw(int items, double units) {
    if (items > 0 && units > 0) {
      double seen = units / items;
      unitsPerItem =
          unitsPerItem == 0 ? seen : unitsPerItem + LEARNING_RATE * (seen - unitsPerItem);
    }
  }
}
