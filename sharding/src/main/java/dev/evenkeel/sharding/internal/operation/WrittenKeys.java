package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.ReadAheads.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Which logical keys of sharded tables a request writes, so that rows read ahead are not stale. */
final class WrittenKeys {
  private final ManagedTables<ShardedTable> tables;
  private final List<Scope> keys = new ArrayList<>(2);

  private WrittenKeys(ManagedTables<ShardedTable> tables) {
    this.tables = tables;
  }

  static List<Scope> of(ManagedTables<ShardedTable> tables, DynamoDbRequest request) {
    WrittenKeys written = new WrittenKeys(tables);
    ShardingOperation<DynamoDbRequest, ?> operation = ShardingOperations.of(request);
    if (operation != null) {
      operation.written(request, written);
    }
    return written.keys;
  }

  void add(String table, WriteRequest write) {
    if (write.putRequest() != null) {
      add(table, write.putRequest().item());
    }
    if (write.deleteRequest() != null) {
      add(table, write.deleteRequest().key());
    }
  }

  void add(TransactWriteItem action) {
    if (action.put() != null) {
      add(action.put().tableName(), action.put().item());
    }
    if (action.update() != null) {
      add(action.update().tableName(), action.update().key());
    }
    if (action.delete() != null) {
      add(action.delete().tableName(), action.delete().key());
    }
  }

  void add(@Nullable String tableName, Map<String, AttributeValue> attributes) {
    ShardedTable table = tables.find(tableName);
    if (table != null && tableName != null) {
      AttributeValue key = table.logicalKey(new Call("write", tableName), attributes);
      keys.add(new Scope(table.name(), key));
      if (!table.spec().shardedIndexes().isEmpty()) {
        keys.add(new Scope(table.name(), null));
      }
    }
  }
}
