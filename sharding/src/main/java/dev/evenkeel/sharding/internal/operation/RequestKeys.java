package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.answer.PhysicalTexts;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Finds the physical keys in a request that goes to DynamoDB: partition keys of sharded tables in
 * its keys, items and start keys, and in the key condition of a query.
 */
final class RequestKeys {
  private final ManagedTables<ManagedTable> tables;
  private final Map<String, String> callerNames;
  private final PhysicalTexts keys = new PhysicalTexts();

  private RequestKeys(ManagedTables<ManagedTable> tables, Map<String, String> callerNames) {
    this.tables = tables;
    this.callerNames = callerNames;
  }

  /**
   * @param callerNames of tables whose items are in others, by the names of those
   */
  static PhysicalTexts of(
      ManagedTables<ManagedTable> tables,
      Map<String, String> callerNames,
      DynamoDbRequest request) {
    RequestKeys asked = new RequestKeys(tables, callerNames);
    asked.addAll(request, null);
    if (request instanceof QueryRequest query) {
      asked.addCondition(query);
    }
    return asked.keys;
  }

  private @Nullable ManagedTable find(@Nullable String nameOrArn) {
    String callerName = nameOrArn == null ? null : callerNames.get(nameOrArn);
    return tables.find(callerName == null ? nameOrArn : callerName);
  }

  /**
   * @param outer the table of the structure that this one is part of, if that is sharded
   */
  private void addAll(SdkPojo structure, @Nullable ManagedTable outer) {
    ManagedTable table = outer;
    for (SdkField<?> field : structure.sdkFields()) {
      if (field.memberName().equals("TableName")) {
        table = find((String) field.getValueOrDefault(structure));
      }
    }
    for (SdkField<?> field : structure.sdkFields()) {
      addAll(field.getValueOrDefault(structure), table);
    }
  }

  private void addAll(@Nullable Object value, @Nullable ManagedTable table) {
    if (value instanceof List<?> list) {
      list.forEach(one -> addAll(one, table));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((name, one) -> addEntry((String) name, one, table));
    } else if (value instanceof SdkPojo structure) {
      addAll(structure, table);
    }
  }

  /** An attribute, or what a batch asks of a table; nothing else that has a name holds keys. */
  private void addEntry(String name, @Nullable Object value, @Nullable ManagedTable table) {
    if (!(value instanceof AttributeValue attribute)) {
      if (value instanceof KeysAndAttributes || value instanceof List<?>) {
        addAll(value, find(name));
      }
    } else if (table != null && name.equals(table.partitionKey())) {
      add(table, attribute);
    }
  }

  private void add(ManagedTable table, AttributeValue physical) {
    ShardedKey key = table.codec().decode(physical);
    if (key != null) {
      keys.add(physical, key.key());
    }
  }

  private void addCondition(QueryRequest query) {
    ManagedTable table = find(query.tableName());
    if (table != null) {
      queried(table.partitionKey(), query).forEach(physical -> add(table, physical));
    }
  }

  /**
   * The partition key values in the key condition of a query that goes to DynamoDB. There are none
   * if the condition names the attribute nowhere, or makes no sense: then it was sent for DynamoDB
   * to refuse, and that refusal must come through.
   *
   * @param attribute the physical partition key of the table or index
   */
  static List<AttributeValue> queried(String attribute, QueryRequest query) {
    if (query.keyConditionExpression() == null) {
      return List.of();
    }
    Map<String, AttributeValue> values = query.expressionAttributeValues();
    try {
      return ExpressionParser.keyCondition(
              query.keyConditionExpression(), query.expressionAttributeNames())
          .predicate(attribute)
          .map(KeyPredicate::valuePlaceholders)
          .orElse(List.of())
          .stream()
          .map(values::get)
          .filter(Objects::nonNull)
          .toList();
    } catch (InvalidExpressionException e) {
      return List.of();
    }
  }
}
