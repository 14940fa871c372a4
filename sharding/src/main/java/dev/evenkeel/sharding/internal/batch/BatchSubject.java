package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.LogicalItem;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The subject of a batch's entry.
 *
 * @param partition the logical key, canonical
 * @param attributes of the item to put, or of the key as the caller gave it
 */
public record BatchSubject(
    ShardedTable table, AttributeValue partition, Map<String, AttributeValue> attributes) {

  public static BatchSubject of(
      Call call, ShardedTable table, Map<String, AttributeValue> attributes) {
    AttributeValue partition = table.logicalKey(call, attributes);
    return new BatchSubject(table.at(call, partition, attributes), partition, attributes);
  }

  /** Null if the sort key is missing, which DynamoDB will refuse. */
  public @Nullable LogicalItem item() {
    return LogicalItem.of(table, partition, attributes);
  }

  public Map<String, AttributeValue> onShard(int shard) {
    return table.onShard(table.beside().dropped(attributes), partition, shard);
  }
}
