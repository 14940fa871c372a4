package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A delete of an item: what it has outside goes with it, later. */
final class DeleteWrite implements ItemWrite {
  private final ChunkedTable table;
  private final Map<String, AttributeValue> key;
  private final ManagedCondition condition;

  private DeleteWrite(
      ChunkedTable table, Map<String, AttributeValue> key, ManagedCondition condition) {
    this.table = table;
    this.key = key;
    this.condition = condition;
  }

  static DeleteWrite of(
      ChunkedTable table, Map<String, AttributeValue> key, ManagedCondition condition) {
    return new DeleteWrite(table, ItemKeys.of(condition.call(), table, key), condition);
  }

  @Override
  public ChunkedTable table() {
    return table;
  }

  @Override
  public Map<String, AttributeValue> key() {
    return key;
  }

  @Override
  public List<ExternalValue> moved() {
    return List.of();
  }

  @Override
  public Set<String> overwrites() {
    return table.attributes();
  }

  /** The request with its condition as the table needs it; without pins. */
  DeleteItemRequest.Builder unpinned(DeleteItemRequest request) {
    Expressions expressions = condition.unpinned();
    return request.toBuilder()
        .conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesOrNull())
        .expressionAttributeValues(expressions.valuesOrNull());
  }

  @Override
  public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot seen) {
    Expressions expressions = condition.pinned(seen, overwrites());
    return TransactWriteItem.builder()
        .delete(
            delete ->
                delete
                    .tableName(table.spec().tableName())
                    .key(key)
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.namesOrNull())
                    .expressionAttributeValues(expressions.valuesOrNull())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }
}
