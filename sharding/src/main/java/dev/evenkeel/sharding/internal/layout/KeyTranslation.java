package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Logical keys to physical ones and back, outside any request. */
public final class KeyTranslation {
  private final ManagedTable table;
  private final Call call;

  public KeyTranslation(ManagedTable table) {
    this.table = table;
    this.call = new Call("Key translation", table.tableName());
  }

  public Map<String, AttributeValue> toLogical(Map<String, AttributeValue> physical) {
    return table.view().item(physical);
  }

  public List<Map<String, AttributeValue>> toPhysical(Map<String, AttributeValue> attributes) {
    AttributeValue logicalKey = table.logicalKey(call, attributes);
    Map<String, AttributeValue> key = new HashMap<>(attributes);
    key.keySet().retainAll(table.key().attributes());
    String sortKey = table.sortKey();
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw call.invalid("sort key attribute '" + sortKey + "' is missing", "Give it a value");
    }
    if (table.plain()) {
      return List.of(key);
    }
    OptionalInt shard = table.shardOf(call, logicalKey, attributes);
    ManagedTable piece = table.at(call, logicalKey, attributes);
    return (shard.isPresent() ? shard.stream() : IntStream.range(0, piece.shards(logicalKey)))
        .mapToObj(i -> piece.onShard(key, logicalKey, i))
        .toList();
  }
}
