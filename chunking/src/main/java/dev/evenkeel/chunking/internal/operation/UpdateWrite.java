package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.ManagedUpdate;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.UpdatedPaths;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update of an item: what it does not name stays, outside too. */
final class UpdateWrite extends ItemWrite {
  private final ManagedCondition condition;
  private final @Nullable ManagedUpdate update;

  /** The parts of an update, alone or in a transaction. */
  record Parts(
      Map<String, AttributeValue> key,
      @Nullable String update,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values) {}

  private UpdateWrite(
      TableStores stores,
      Map<String, AttributeValue> key,
      ManagedCondition condition,
      @Nullable ManagedUpdate update,
      ItemLayout layout) {
    super(condition.call(), stores, key, layout);
    this.condition = condition;
    this.update = update;
  }

  /** An update, once the placement of its values is decided; a refusal comes at once. */
  static Flow<UpdateWrite> of(Call call, TableStores stores, Parts parts) {
    ChunkedTable table = stores.table();
    Map<String, AttributeValue> key = table.requireKey(call, parts.key());
    ManagedCondition condition =
        new ManagedCondition(call, table, parts.condition(), parts.names(), parts.values());
    ManagedUpdate update =
        parts.update() == null
            ? null
            : ManagedUpdate.of(
                call,
                table,
                ExpressionParser.update(parts.update(), parts.names()),
                parts.values());
    Flow<ItemLayout> layout =
        update == null || update.sets().isEmpty()
            ? Flow.of(ItemLayout.asItIs(Map.of()))
            : PlacementPolicy.placeUpdate(table, update.sets());
    return layout.map(placed -> new UpdateWrite(stores, key, condition, update, placed));
  }

  /**
   * Empty: an update does not know the rest of the item. So what has left the item does not come
   * back for an update that sets it to what it is: several such values together might not fit.
   */
  @Override
  protected Map<String, Marker> same(ItemSnapshot snapshot) {
    Map<String, Marker> same = super.same(snapshot);
    Map<String, AttributeValue> sets = update == null ? Map.of() : update.sets();
    sets.forEach(
        (attribute, value) -> {
          Marker before = snapshot.marker(attribute);
          if (before != null
              && layout().staying().containsKey(attribute)
              && ExternalValue.isThere(value, before)) {
            same.put(attribute, before);
          }
        });
    return same;
  }

  @Override
  public Set<String> overwrites() {
    return update == null ? Set.of() : update.touched();
  }

  /** The paths of the item that {@code UPDATED_OLD} and {@code UPDATED_NEW} return. */
  List<DocumentPath> updatedPaths() {
    return UpdatedPaths.of(table(), requireNonNull(update).update(), overwrites());
  }

  /** The expressions, with an optimistic lock if there is a snapshot. */
  Expressions expressions(Map<String, Marker> markers, @Nullable ItemSnapshot snapshot) {
    Map<String, Map<String, AttributeValue>> stored =
        update == null ? Map.of() : stored(update, markers);
    return condition.beside(update, stored, snapshot, overwrites());
  }

  /** For each value that is set, the attributes that the item has of it then. */
  private Map<String, Map<String, AttributeValue>> stored(
      ManagedUpdate sets, Map<String, Marker> markers) {
    Map<String, Map<String, AttributeValue>> stored = new LinkedHashMap<>();
    for (String attribute : sets.sets().keySet()) {
      Marker marker = markers.get(attribute);
      stored.put(
          attribute,
          marker == null
              ? layout().stayingOf(attribute, table().markerOf(attribute))
              : table().markerAttributes(attribute, marker));
    }
    return stored;
  }

  /** The request, with an optimistic lock if there is a snapshot. */
  UpdateItemRequest.Builder request(
      UpdateItemRequest request, Map<String, Marker> markers, @Nullable ItemSnapshot snapshot) {
    Expressions expressions = expressions(markers, snapshot);
    UpdateItemRequest.Builder builder =
        request.toBuilder()
            .updateExpression(expressions.update())
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values());
    return snapshot == null
        ? builder
        : builder.returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  @Override
  public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot snapshot) {
    Expressions expressions = expressions(markers, snapshot);
    return TransactWriteItem.builder()
        .update(
            action ->
                action
                    .tableName(table().spec().tableName())
                    .key(key())
                    .updateExpression(expressions.update())
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }
}
