package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where one logical item is before a move, and where it is after it.
 *
 * <p>While items are moved, nobody creates or changes anything at the old place. As long as an item
 * is there its content stays, and the new place holds the same or nothing. Once it is gone from
 * there, it stays gone. So the item is what the old place holds, or else what the new one does.
 *
 * @param from the physical key before
 * @param to the physical key after
 */
public record MovedItem(Map<String, AttributeValue> from, Map<String, AttributeValue> to) {

  /**
   * The places of an item.
   *
   * @param attributes the item's, among them its logical key
   */
  public static MovedItem of(
      Call call, ShardedTable from, ShardedTable to, Map<String, AttributeValue> attributes) {
    return new MovedItem(place(call, from, attributes), place(call, to, attributes));
  }

  private static Map<String, AttributeValue> place(
      Call call, ShardedTable whole, Map<String, AttributeValue> attributes) {
    AttributeValue key = whole.logicalKey(call, attributes);
    ShardedTable table = whole.at(call, key, attributes);
    String sortKey = Objects.requireNonNull(whole.sortKey(), "only such tables are moved");
    Map<String, AttributeValue> logical = new LinkedHashMap<>();
    logical.put(sortKey, attributes.get(sortKey));
    return table.onShard(logical, key, table.shardOf(call, key, attributes).orElseThrow());
  }

  /** Whether the item stays where it is. */
  public boolean stays() {
    return from.equals(to);
  }

  /** Whether something stored is at the old place. */
  boolean isAtOldPlace(Map<String, AttributeValue> stored) {
    return stored.entrySet().containsAll(from.entrySet());
  }

  /** What was read at the old place, as it is stored at the new one. */
  Map<String, AttributeValue> moved(Map<String, AttributeValue> read) {
    Map<String, AttributeValue> item = ManagedTable.copyOf(read);
    item.putAll(to);
    return item;
  }
}
