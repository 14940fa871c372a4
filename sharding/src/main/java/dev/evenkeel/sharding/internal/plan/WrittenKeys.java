package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.query.ReadAheads.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
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
    if (request instanceof PutItemRequest put) {
      written.add(put.tableName(), put.item());
    } else if (request instanceof UpdateItemRequest update) {
      written.add(update.tableName(), update.key());
    } else if (request instanceof DeleteItemRequest delete) {
      written.add(delete.tableName(), delete.key());
    } else if (request instanceof BatchWriteItemRequest batch) {
      batch.requestItems().forEach((table, writes) -> writes.forEach(w -> written.add(table, w)));
    } else if (request instanceof TransactWriteItemsRequest transaction) {
      transaction.transactItems().forEach(written::add);
    }
    return written.keys;
  }

  private void add(String table, WriteRequest write) {
    if (write.putRequest() != null) {
      add(table, write.putRequest().item());
    }
    if (write.deleteRequest() != null) {
      add(table, write.deleteRequest().key());
    }
  }

  private void add(TransactWriteItem action) {
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

  private void add(@Nullable String tableName, Map<String, AttributeValue> attributes) {
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
