package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
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

  /** A request without them; the very same if it has none. */
  DynamoDbRequest without(DynamoDbRequest request) {
    Kind kind = Operation.of(request).kind();
    boolean hasKeys = kind == Kind.ITEM_READ || kind == Kind.ITEM_WRITE;
    return hasKeys && tables.namedBy(request) ? (DynamoDbRequest) without(request, null) : request;
  }

  /**
   * @param outer the table of what the structure is part of
   */
  private Object without(SdkPojo structure, @Nullable ShardedTable outer) {
    String name = text(structure, "TableName");
    ShardedTable table = name == null ? outer : tables.find(name);
    String index = text(structure, "IndexName");
    Buildable copy = null;
    for (SdkField<?> field : structure.sdkFields()) {
      Object given = field.getValueOrDefault(structure);
      Object plain = given == null ? null : member(field.memberName(), given, table, index);
      if (plain != given) {
        copy = copy == null ? ((ToCopyableBuilder<?, ?>) structure).toBuilder() : copy;
        field.set(copy, plain);
      }
    }
    return copy == null ? structure : copy.build();
  }

  private static @Nullable String text(SdkPojo structure, String member) {
    return structure.sdkFields().stream()
        .filter(field -> field.memberName().equals(member))
        .map(field -> (String) field.getValueOrDefault(structure))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** A key, or what holds keys; items that are put have none, and are not entered. */
  private Object member(
      String member, Object given, @Nullable ShardedTable table, @Nullable String index) {
    return switch (member) {
      case "RequestItems" ->
          eachValue((Map<?, ?>) given, (name, asked) -> asked(asked, tables.find(name)));
      case "TransactItems" -> each((List<?>) given, action -> asked(action, null));
      case "Get", "Update", "Delete", "ConditionCheck", "DeleteRequest" -> asked(given, table);
      case "Keys" -> each((List<?>) given, key -> key(key, null, table));
      case "Key" -> key(given, null, table);
      case "ExclusiveStartKey" -> key(given, index, table);
      default -> given;
    };
  }

  /** What a batch or a transaction asks of a table. */
  private Object asked(Object asked, @Nullable ShardedTable table) {
    return asked instanceof List<?> writes
        ? each(writes, write -> asked(write, table))
        : without((SdkPojo) asked, table);
  }

  @SuppressWarnings("unchecked") // the members of these names are keys
  private static Object key(Object key, @Nullable String index, @Nullable ShardedTable table) {
    Map<String, AttributeValue> given = (Map<String, AttributeValue>) key;
    return table == null ? key : table.beside().dropped(index, given);
  }

  /** The very same list if nothing in it changes. */
  private static List<?> each(List<?> given, UnaryOperator<Object> plain) {
    List<Object> changed = new ArrayList<>(given);
    changed.replaceAll(plain);
    for (int i = 0; i < given.size(); i++) {
      if (changed.get(i) != given.get(i)) {
        return changed;
      }
    }
    return given;
  }

  /** The very same map if no value in it changes. */
  private static Map<?, ?> eachValue(Map<?, ?> given, BiFunction<String, Object, Object> plain) {
    Map<Object, Object> changed = new HashMap<>(given);
    changed.replaceAll((name, value) -> plain.apply((String) name, value));
    return changed.keySet().stream().allMatch(name -> changed.get(name) == given.get(name))
        ? given
        : changed;
  }
}
