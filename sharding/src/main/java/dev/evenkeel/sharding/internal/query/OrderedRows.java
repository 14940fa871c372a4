package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The rows of one logical key that were read for a page, each item once, in the order of all their
 * sort keys.
 */
final class OrderedRows {
  private final String itemKey;
  private final Comparator<Map<String, AttributeValue>> order;
  private final Map<AttributeValue, Map<String, AttributeValue>> byItem = new HashMap<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private long bytes;
  private int evaluated;
  private @Nullable QueryResponse last;

  /**
   * @param itemKey the sort key of the table, which tells the item
   */
  OrderedRows(String itemKey, Comparator<Map<String, AttributeValue>> order) {
    this.itemKey = itemKey;
    this.order = order;
  }

  static Comparator<Map<String, AttributeValue>> order(
      QueryTarget target, KeyAttribute item, boolean forward) {
    Comparator<Map<String, AttributeValue>> byItem =
        Comparator.comparing(
            row -> QueryTarget.valueOf(row, item.name()), KeyOrder.of(item.type()));
    return target.order(forward).thenComparing(forward ? byItem : byItem.reversed());
  }

  /** Notes what a request has read, of which {@link #add} takes the rows. */
  void read(QueryResponse page) {
    last = page;
    evaluated += page.scannedCount();
    if (page.consumedCapacity() != null) {
      capacity.add(page.consumedCapacity());
    }
  }

  /** A row, in place of one of the same item that was read before it. */
  void add(Map<String, AttributeValue> row) {
    bytes += ItemSize.bytes(row);
    byItem.put(QueryTarget.valueOf(row, itemKey), row);
  }

  boolean isEmpty() {
    return byItem.isEmpty();
  }

  int count() {
    return byItem.size();
  }

  /** What all rows take that were added. */
  long bytes() {
    return bytes;
  }

  /** The rows in order. */
  List<Map<String, AttributeValue>> sorted() {
    return byItem.values().stream().sorted(order).toList();
  }

  /**
   * A response with these rows and without a start key.
   *
   * @param evaluatedMax the limit of the request
   */
  QueryResponse.Builder response(List<Map<String, AttributeValue>> rows, int evaluatedMax) {
    QueryResponse.Builder response =
        QueryResponse.builder()
            .count(rows.size())
            .scannedCount(Math.max(Math.min(evaluated, evaluatedMax), rows.size()))
            .consumedCapacity(CapacitySum.of(capacity));
    ResponseMetadata.copy(last, response);
    return response;
  }
}
