package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.ShadowReads;
import dev.evenkeel.sharding.internal.live.ShadowReads.Outcome;
import dev.evenkeel.sharding.internal.move.MovedItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What two layouts have answered, the one before a move first.
 *
 * @param itemKey the attribute that tells the items apart; null for one item
 */
public record ShadowedRows(
    @Nullable String itemKey,
    List<Map<String, AttributeValue>> before,
    List<Map<String, AttributeValue>> after) {

  /**
   * Compares and counts them. An item that differs may have been moved and written between the two
   * reads. Only one that is at its old place as it was even now has differed: it is never changed
   * there, and one that has changed is of a later move.
   *
   * @param again reads by the layout before
   */
  public Flow<Done> counted(
      ShadowReads counts, Supplier<Flow<List<Map<String, AttributeValue>>>> again) {
    Map<Object, Map<String, AttributeValue>> old = byItem(before);
    Map<Object, Map<String, AttributeValue>> moved = byItem(after);
    Map<Object, Map<String, AttributeValue>> differing = new HashMap<>();
    old.forEach(
        (item, row) -> {
          Map<String, AttributeValue> there = moved.get(item);
          if (there == null) {
            counts.count(Outcome.NOT_MOVED);
          } else if (!MovedItem.areSame(row, there)) {
            differing.put(item, row);
          }
        });
    moved.keySet().stream()
        .filter(item -> !differing.containsKey(item))
        .forEach(item -> counts.count(Outcome.EQUAL));
    return differing.isEmpty()
        ? Flow.done()
        : again
            .get()
            .map(
                now -> {
                  byItem(now)
                      .forEach(
                          (item, left) -> {
                            Map<String, AttributeValue> row = differing.get(item);
                            if (row != null && MovedItem.areSame(left, row)) {
                              counts.count(Outcome.DIFFERENT);
                            }
                          });
                  return Done.DONE;
                });
  }

  private Map<Object, Map<String, AttributeValue>> byItem(List<Map<String, AttributeValue>> rows) {
    Map<Object, Map<String, AttributeValue>> byItem = new HashMap<>();
    rows.forEach(row -> byItem.put(itemKey == null ? "" : QueryTarget.valueOf(row, itemKey), row));
    return byItem;
  }
}
