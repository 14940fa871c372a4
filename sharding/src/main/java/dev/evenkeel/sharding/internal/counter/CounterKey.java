package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalItem;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The counter that a request addresses.
 *
 * @param partition the logical partition key, canonical
 * @param attributes the key as the caller gave it
 */
public record CounterKey(
    CounterTable table, AttributeValue partition, Map<String, AttributeValue> attributes) {

  public static CounterKey of(Call call, CounterTable table, Map<String, AttributeValue> key) {
    return new CounterKey(table, table.logicalKey(call, key), key);
  }

  /** Null if the sort key is missing, which DynamoDB will refuse. */
  public @Nullable LogicalItem item() {
    return LogicalItem.of(table, partition, attributes);
  }

  /** The physical keys of all rows the counter may have, in the order of shards. */
  public List<Map<String, AttributeValue>> rows() {
    return IntStream.range(0, table.shards(partition)).mapToObj(this::row).toList();
  }

  public Map<String, AttributeValue> row(int shard) {
    return table.onShard(attributes, partition, shard);
  }
}
