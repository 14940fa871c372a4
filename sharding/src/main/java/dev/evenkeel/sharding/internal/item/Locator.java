package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Probes for the item of a write. The read is consistent and asks for the key only, which takes
 * less to transfer and costs the same.
 */
public final class Locator {
  private Locator() {}

  public static GetItemRequest of(ShardedTable table, UpdateItemRequest write) {
    return of(table)
        .tableName(write.tableName())
        .key(write.key())
        .returnConsumedCapacity(write.returnConsumedCapacity())
        .overrideConfiguration(write.overrideConfiguration().orElse(null))
        .build();
  }

  public static GetItemRequest of(ShardedTable table, DeleteItemRequest write) {
    return of(table)
        .tableName(write.tableName())
        .key(write.key())
        .returnConsumedCapacity(write.returnConsumedCapacity())
        .overrideConfiguration(write.overrideConfiguration().orElse(null))
        .build();
  }

  private static GetItemRequest.Builder of(ShardedTable table) {
    KeySchema key = table.spec().logicalKey(); // only a table with a sort key has several shards
    return GetItemRequest.builder()
        .consistentRead(true)
        .projectionExpression("#partition, #sort")
        .expressionAttributeNames(
            Map.of("#partition", key.partitionKey().name(), "#sort", key.sort().get(0).name()));
  }
}
