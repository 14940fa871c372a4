package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Marker;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is already outside for a write that is not visible yet. It serves however often the commit
 * has to be tried, as long as what it found outside is there still.
 *
 * @param markers by attribute, where each value is that is to leave the item
 * @param brought the attributes whose values this write brought there; the others were there before
 * @param intent the open intent that guards what was staged; null if nothing was, because all is
 *     there already or comes with the commit, or if several writes share one
 */
public record StagedValues(
    Map<String, Marker> markers, Set<String> brought, @Nullable Intent intent) {

  /**
   * Whether the item has the values still that it had already: one that was replaced meanwhile is
   * going to be removed, and must not become the item's again.
   */
  public boolean isOf(ItemSnapshot now) {
    return markers.entrySet().stream()
        .filter(entry -> !brought.contains(entry.getKey()))
        .allMatch(entry -> entry.getValue().equals(now.marker(entry.getKey())));
  }

  /** Whether the item has any value that only this write can have given it. */
  public boolean isIn(ItemSnapshot now) {
    return brought.stream()
        .anyMatch(
            attribute -> requireNonNull(markers.get(attribute)).equals(now.marker(attribute)));
  }
}
