package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Drops the determinants that callers give beside keys of tables in which no key has shards, so
 * that the same requests work for whatever count. Nothing else of a request is changed, and one
 * without such determinants stays the very same.
 */
final class PlainKeys {
  private final ManagedTables<ShardedTable> tables;

  /**
   * @param tables those whose keys are all plain
   */
  PlainKeys(ManagedTables<ShardedTable> tables) {
    this.tables = tables;
  }

  DynamoDbRequest without(DynamoDbRequest request) {
    return tables.isEmpty() ? request : dropped(request);
  }

  private DynamoDbRequest dropped(DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      return changed(get, get.tableName(), get.key(), key -> get.toBuilder().key(key).build());
    }
    if (request instanceof UpdateItemRequest write) {
      return changed(
          write, write.tableName(), write.key(), key -> write.toBuilder().key(key).build());
    }
    if (request instanceof DeleteItemRequest write) {
      return changed(
          write, write.tableName(), write.key(), key -> write.toBuilder().key(key).build());
    }
    if (request instanceof QueryRequest query && query.hasExclusiveStartKey()) {
      Map<String, AttributeValue> start = query.exclusiveStartKey();
      Map<String, AttributeValue> plain = startKey(query.tableName(), query.indexName(), start);
      return plain == start ? query : query.toBuilder().exclusiveStartKey(plain).build();
    }
    if (request instanceof ScanRequest scan && scan.hasExclusiveStartKey()) {
      Map<String, AttributeValue> start = scan.exclusiveStartKey();
      Map<String, AttributeValue> plain = startKey(scan.tableName(), scan.indexName(), start);
      return plain == start ? scan : scan.toBuilder().exclusiveStartKey(plain).build();
    }
    return tables.namedBy(request) ? droppedOfSeveral(request) : request;
  }

  private DynamoDbRequest droppedOfSeveral(DynamoDbRequest request) {
    if (request instanceof BatchGetItemRequest batch) {
      Map<String, KeysAndAttributes> plain = new HashMap<>(batch.requestItems());
      plain.replaceAll(this::keys);
      return same(plain, batch.requestItems())
          ? batch
          : batch.toBuilder().requestItems(plain).build();
    }
    if (request instanceof BatchWriteItemRequest batch) {
      Map<String, List<WriteRequest>> plain = new HashMap<>(batch.requestItems());
      plain.replaceAll((table, writes) -> each(writes, write -> write(table, write)));
      return same(plain, batch.requestItems())
          ? batch
          : batch.toBuilder().requestItems(plain).build();
    }
    if (request instanceof TransactGetItemsRequest reads) {
      List<TransactGetItem> plain = each(reads.transactItems(), this::read);
      return plain == reads.transactItems()
          ? reads
          : reads.toBuilder().transactItems(plain).build();
    }
    if (request instanceof TransactWriteItemsRequest writes) {
      List<TransactWriteItem> plain = each(writes.transactItems(), this::action);
      return plain == writes.transactItems()
          ? writes
          : writes.toBuilder().transactItems(plain).build();
    }
    return request;
  }

  private static boolean same(Map<?, ?> changed, Map<?, ?> given) {
    return changed.keySet().stream().allMatch(name -> changed.get(name) == given.get(name));
  }

  private KeysAndAttributes keys(String table, KeysAndAttributes asked) {
    List<Map<String, AttributeValue>> plain = each(asked.keys(), key -> key(table, key));
    return plain == asked.keys() ? asked : asked.toBuilder().keys(plain).build();
  }

  private WriteRequest write(String table, WriteRequest write) {
    return write.deleteRequest() == null
        ? write
        : changed(
            write,
            table,
            write.deleteRequest().key(),
            key -> WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build());
  }

  private TransactGetItem read(TransactGetItem item) {
    return item.get() == null
        ? item
        : changed(
            item,
            item.get().tableName(),
            item.get().key(),
            key -> item.toBuilder().get(item.get().toBuilder().key(key).build()).build());
  }

  private TransactWriteItem action(TransactWriteItem action) {
    if (action.update() != null) {
      return changed(
          action,
          action.update().tableName(),
          action.update().key(),
          key -> action.toBuilder().update(action.update().toBuilder().key(key).build()).build());
    }
    if (action.delete() != null) {
      return changed(
          action,
          action.delete().tableName(),
          action.delete().key(),
          key -> action.toBuilder().delete(action.delete().toBuilder().key(key).build()).build());
    }
    return action.conditionCheck() == null
        ? action
        : changed(
            action,
            action.conditionCheck().tableName(),
            action.conditionCheck().key(),
            key ->
                action.toBuilder()
                    .conditionCheck(action.conditionCheck().toBuilder().key(key).build())
                    .build());
  }

  private <T> T changed(
      T given,
      @Nullable String table,
      Map<String, AttributeValue> key,
      Function<Map<String, AttributeValue>, T> with) {
    Map<String, AttributeValue> plain = key(table, key);
    return plain == key ? given : with.apply(plain);
  }

  /** The very same list if nothing in it changes. */
  private static <T> List<T> each(List<T> given, UnaryOperator<T> plain) {
    List<T> changed = new ArrayList<>(given);
    changed.replaceAll(plain);
    for (int i = 0; i < given.size(); i++) {
      if (changed.get(i) != given.get(i)) {
        return changed;
      }
    }
    return given;
  }

  private Map<String, AttributeValue> key(
      @Nullable String tableName, Map<String, AttributeValue> key) {
    ShardedTable table = tables.find(tableName);
    return table == null ? key : table.withoutExtraDeterminants(key);
  }

  private Map<String, AttributeValue> startKey(
      @Nullable String tableName, @Nullable String index, Map<String, AttributeValue> key) {
    ShardedTable table = tables.find(tableName);
    return table == null ? key : table.startKeyWithoutExtraDeterminants(index, key);
  }
}
