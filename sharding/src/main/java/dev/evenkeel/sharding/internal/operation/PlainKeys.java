package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.utils.builder.Buildable;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

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
    return ShardingOperations.of(request) == null
        ? request
        : (DynamoDbRequest) plain(request, null);
  }

  /**
   * @param outer the table of the structure that this one is part of, if its keys are plain
   */
  private SdkPojo plain(SdkPojo structure, @Nullable ShardedTable outer) {
    List<SdkField<?>> fields = structure.sdkFields();
    ShardedTable table = outer;
    String index = null;
    for (int i = 0; i < fields.size(); i++) { // an iterator would be garbage of each request
      SdkField<?> field = fields.get(i);
      if (field.memberName().equals("TableName")) {
        table = tables.find((String) field.getValueOrDefault(structure));
      } else if (field.memberName().equals("IndexName")) {
        index = (String) field.getValueOrDefault(structure);
      }
    }
    Buildable copy = null;
    for (int i = 0; i < fields.size(); i++) {
      SdkField<?> field = fields.get(i);
      if (field.marshallingType().equals(MarshallingType.STRING)) {
        continue; // no key, and a token would be drawn
      }
      Object value = field.getValueOrDefault(structure);
      Object plain = plain(field.memberName(), value, table, index);
      if (plain != value) {
        copy = copy == null ? ((ToCopyableBuilder<?, ?>) structure).toBuilder() : copy;
        field.set((SdkPojo) copy, plain);
      }
    }
    return copy == null ? structure : (SdkPojo) copy.build();
  }

  private @Nullable Object plain(
      String member, @Nullable Object value, @Nullable ShardedTable table, @Nullable String index) {
    if (value instanceof Map<?, ?> map) {
      return plainMap(member, map, table, index);
    }
    if (value instanceof List<?> list && !list.isEmpty()) {
      return each(list, one -> plain(member, one, table, index));
    }
    return value instanceof SdkPojo structure ? plain(structure, table) : value;
  }

  @SuppressWarnings("unchecked") // a key holds attributes
  private Map<?, ?> plainMap(
      String member, Map<?, ?> map, @Nullable ShardedTable table, @Nullable String index) {
    if (member.equals("RequestItems")) {
      return eachValue(map);
    }
    boolean isStart = member.equals("ExclusiveStartKey");
    if (table == null || !(isStart || member.equals("Key") || member.equals("Keys"))) {
      return map;
    }
    Map<String, AttributeValue> key = (Map<String, AttributeValue>) map;
    return isStart ? table.beside().dropped(index, key) : table.beside().dropped(key);
  }

  /** The very same list if nothing in it changes. */
  private static List<?> each(List<?> given, UnaryOperator<@Nullable Object> plain) {
    List<@Nullable Object> changed = new ArrayList<>(given);
    changed.replaceAll(plain);
    for (int i = 0; i < given.size(); i++) {
      if (changed.get(i) != given.get(i)) {
        return changed;
      }
    }
    return given;
  }

  /** What a batch asks of each table; the very same map if no value in it changes. */
  private Map<?, ?> eachValue(Map<?, ?> given) {
    Map<Object, @Nullable Object> changed = new HashMap<>(given);
    changed.replaceAll((name, asked) -> plain("", asked, tables.find((String) name), null));
    return changed.keySet().stream().allMatch(name -> changed.get(name) == given.get(name))
        ? given
        : changed;
  }
}
