package dev.evenkeel.simulator.internal.plan.heat;

import dev.evenkeel.simulator.spec.KeyHeat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was asked of one key in a second, and whether for one item only. */
final class KeyTally {
  private final @Nullable String firstSortKey;
  private boolean singleItem = true;
  private double units;

  KeyTally(@Nullable String sortKey) {
    this.firstSortKey = sortKey;
  }

  void add(@Nullable String sortKey, double more) {
    singleItem &= Objects.equals(firstSortKey, sortKey);
    units += more;
  }

  double units() {
    return units;
  }

  KeyHeat heat(String partitionKey) {
    return new KeyHeat(partitionKey, units, singleItem);
  }
}
