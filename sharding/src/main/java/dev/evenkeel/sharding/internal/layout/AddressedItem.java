package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item or a counter that a request addresses.
 *
 * @param table with the shards of the item's piece
 * @param partition the logical key, canonical
 * @param attributes of the item to put, or of the key as the caller gave it
 */
public record AddressedItem<T extends ManagedTable>(
    T table, AttributeValue partition, Map<String, AttributeValue> attributes) {

  public static AddressedItem<ShardedTable> of(
      Call call, ShardedTable table, Map<String, AttributeValue> attributes) {
    AttributeValue partition = table.logicalKey(call, attributes);
    return new AddressedItem<>(table.at(call, partition, attributes), partition, attributes);
  }

  public static AddressedItem<CounterTable> of(
      Call call, CounterTable table, Map<String, AttributeValue> attributes) {
    return new AddressedItem<>(table, table.logicalKey(call, attributes), attributes);
  }

  /** Null if the sort key is missing, which DynamoDB will refuse. */
  public @Nullable LogicalItem item() {
    return LogicalItem.of(table, partition, attributes);
  }

  public Map<String, AttributeValue> onShard(int shard) {
    return table.onShard(table.keyAlone(attributes), partition, shard);
  }

  /** The physical keys of all rows that a counter may have, in the order of shards. */
  public List<Map<String, AttributeValue>> onAllShards() {
    return IntStream.range(0, table.shards(partition)).mapToObj(this::onShard).toList();
  }
}
