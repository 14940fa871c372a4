package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Logical keys to physical ones and back, outside any request. */
public final class KeyTranslation {
  private final List<ManagedTable> tables;
  private final Call call;

  /**
   * A translation.
   *
   * @param tables the table by each layout by which its items can be
   */
  public KeyTranslation(List<? extends ManagedTable> tables) {
    this.tables = List.copyOf(tables);
    this.call = new Call("Key translation", tables.get(0).tableName());
  }

  public Map<String, AttributeValue> toLogical(Map<String, AttributeValue> physical) {
    for (ManagedTable table : tables) {
      Map<String, AttributeValue> logical = table.view().item(physical);
      if (!logical.equals(physical)) {
        return logical;
      }
    }
    return physical;
  }

  public List<Map<String, AttributeValue>> toPhysical(Map<String, AttributeValue> attributes) {
    return tables.stream().flatMap(table -> physical(table, attributes)).distinct().toList();
  }

  private Stream<Map<String, AttributeValue>> physical(
      ManagedTable table, Map<String, AttributeValue> attributes) {
    AttributeValue logicalKey = table.logicalKey(call, attributes);
    Map<String, AttributeValue> key = new HashMap<>(attributes);
    key.keySet().retainAll(table.key().attributes());
    String sortKey = table.sortKey();
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw call.invalid("sort key attribute '" + sortKey + "' is missing", "Give it a value");
    }
    if (table.plain()) {
      return Stream.of(key);
    }
    OptionalInt shard = table.shardOf(call, logicalKey, attributes);
    ManagedTable piece = table.at(call, logicalKey, attributes);
    return (shard.isPresent() ? shard.stream() : IntStream.range(0, piece.shards(logicalKey)))
        .mapToObj(i -> piece.onShard(key, logicalKey, i));
  }
}
