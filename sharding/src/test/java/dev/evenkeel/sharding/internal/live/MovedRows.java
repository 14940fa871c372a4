package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.move.MovePass;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where the items of {@link ItemModel} are before and after the move, and what may lie there. */
final class MovedRows {
  private final Script script;
  private final ItemCalls calls;
  private final MovePass pass;

  MovedRows(Script script, LayoutRecord moving) {
    this.script = script;
    this.calls = new ItemCalls(script);
    this.pass = MovedTable.pass(moving);
  }

  /** The items at first, all at their old places. */
  SortedMap<String, Map<String, AttributeValue>> first() {
    SortedMap<String, Map<String, AttributeValue>> items = new TreeMap<>();
    for (int key = 0; key < script.keys; key++) {
      int value = ItemCalls.first(script, key);
      if (value != 0) {
        Map<String, AttributeValue> item = new TreeMap<>(calls.item(key, value));
        item.putAll(stored(pass.from(), key));
        items.put(ItemStore.place(pass.from().storedIn(), item), item);
      }
    }
    return items;
  }

  private Map<String, AttributeValue> stored(ShardedTable table, int key) {
    Map<String, AttributeValue> logical = calls.key(key);
    AttributeValue partition = logical.get("pk");
    int shard = table.shardOf(new Call("Model", MovedTable.NAME), partition, logical).orElseThrow();
    Map<String, AttributeValue> stored = new TreeMap<>(logical);
    stored.put("pk", table.codec().physical(partition, shard));
    return stored;
  }

  private String place(ShardedTable table, int key) {
    return ItemStore.place(table.storedIn(), stored(table, key));
  }

  /** Whether both layouts have an item at one place. */
  private boolean stays(int key) {
    return place(pass.from(), key).equals(place(pass.to(), key));
  }

  /** How many items are at their new places and nowhere else. */
  int moved(Map<String, ?> items) {
    return (int)
        IntStream.range(0, script.keys)
            .filter(key -> items.containsKey(place(pass.to(), key)))
            .filter(key -> stays(key) || !items.containsKey(place(pass.from(), key)))
            .count();
  }

  /** What is wrong with a step; null if nothing is. */
  @Nullable String wrong(
      Map<String, Map<String, AttributeValue>> before,
      Map<String, Map<String, AttributeValue>> after) {
    for (int key = 0; key < script.keys; key++) {
      Map<String, AttributeValue> old = after.get(place(pass.from(), key));
      Map<String, AttributeValue> moved = after.get(place(pass.to(), key));
      if (old != null && !stays(key) && !old.equals(before.get(place(pass.from(), key)))) {
        return "item %d is written at its old place".formatted(key);
      }
      if (old != null && moved != null && ItemCalls.valueOf(old) != ItemCalls.valueOf(moved)) {
        return "item %d differs at both places".formatted(key);
      }
    }
    return null;
  }
}
