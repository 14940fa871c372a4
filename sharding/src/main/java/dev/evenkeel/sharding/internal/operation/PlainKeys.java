package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Drops the determinants that callers give beside keys of tables in which no key has shards, so
 * that the same requests work for whatever count. Nothing else of a request is changed, and one
 * without such determinants stays the very same.
 */
final class PlainKeys {
  private final ManagedTables<ShardedTable> tables;

  /**
   * @param tables the tables whose keys are all plain
   */
  PlainKeys(ManagedTables<ShardedTable> tables) {
    this.tables = tables;
  }

  DynamoDbRequest without(DynamoDbRequest request) {
    ShardingOperation<DynamoDbRequest, ?> operation = ShardingOperations.of(request);
    return operation == null ? request : operation.plain(this, request);
  }

  KeysAndAttributes asked(String table, KeysAndAttributes asked) {
    List<Map<String, AttributeValue>> plain = each(asked.keys(), key -> key(table, key));
    return plain == asked.keys() ? asked : asked.toBuilder().keys(plain).build();
  }

  WriteRequest write(String table, WriteRequest write) {
    return write.deleteRequest() == null
        ? write
        : changed(
            write,
            table,
            write.deleteRequest().key(),
            key -> WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build());
  }

  TransactGetItem read(TransactGetItem item) {
    return item.get() == null
        ? item
        : changed(
            item,
            item.get().tableName(),
            item.get().key(),
            key -> item.toBuilder().get(item.get().toBuilder().key(key).build()).build());
  }

  TransactWriteItem action(TransactWriteItem action) {
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

  <T> T changed(
      T given,
      @Nullable String table,
      Map<String, AttributeValue> key,
      Function<Map<String, AttributeValue>, T> with) {
    Map<String, AttributeValue> plain = key(table, key);
    return plain == key ? given : with.apply(plain);
  }

  /** The very same list if nothing in it changes. */
  static <T> List<T> each(List<T> given, UnaryOperator<T> plain) {
    List<T> changed = new ArrayList<>(given);
    changed.replaceAll(plain);
    for (int i = 0; i < given.size(); i++) {
      if (changed.get(i) != given.get(i)) {
        return changed;
      }
    }
    return given;
  }

  /** The very same map if no value in it changes. */
  static <T> Map<String, T> eachValue(Map<String, T> given, BiFunction<String, T, T> plain) {
    Map<String, T> changed = new HashMap<>(given);
    changed.replaceAll(plain);
    return changed.keySet().stream().allMatch(name -> changed.get(name) == given.get(name))
        ? given
        : changed;
  }

  private Map<String, AttributeValue> key(
      @Nullable String tableName, Map<String, AttributeValue> key) {
    ShardedTable table = tables.find(tableName);
    return table == null ? key : table.beside().dropped(key);
  }

  <T> T changedStart(
      T given,
      @Nullable String tableName,
      @Nullable String index,
      Map<String, AttributeValue> start,
      Function<Map<String, AttributeValue>, T> with) {
    ShardedTable table = start.isEmpty() ? null : tables.find(tableName);
    Map<String, AttributeValue> plain =
        table == null ? start : table.beside().dropped(index, start);
    return plain == start ? given : with.apply(plain);
  }
}
