package dev.evenkeel.core.internal.page;

import java.util.Comparator;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A place in the merged order: a key, then the source that holds it. Places in the same source with
 * equal keys are one place to this class; the source's own order tells them apart.
 *
 * @param key at least the sort-key attributes
 * @param source the index of the source, in tie order
 */
public record Position(Map<String, AttributeValue> key, int source) {

  static Position of(MergedRow row) {
    return new Position(row.item(), row.source());
  }

  static Comparator<Position> comparator(Comparator<Map<String, AttributeValue>> order) {
    return Comparator.comparing(Position::key, order).thenComparingInt(Position::source);
  }
}
