package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.expression.ConditionRewrite;
import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemSnapshot.OptimisticLock;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.ManagedUpdate;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.UpdatedPaths;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import java.util.ArrayList;
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
  private final Call call;
  private final Parts parts;
  private final @Nullable Condition condition;
  private final @Nullable ManagedUpdate update;

  /** The parts of an update, alone or in a transaction. */
  record Parts(
      Map<String, AttributeValue> key,
      @Nullable String update,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    private PlaceholderAllocator allocator(List<Expression> written) {
      return PlaceholderAllocator.of(names, values, written);
    }
  }

  private UpdateWrite(
      Call call,
      TableStores stores,
      Map<String, AttributeValue> key,
      Parts parts,
      @Nullable Condition condition,
      @Nullable ManagedUpdate update,
      ItemLayout layout) {
    super(call, stores, key, layout);
    this.call = call;
    this.parts = parts;
    this.condition = condition;
    this.update = update;
  }

  /** An update, once the placement of its values is decided; a refusal comes at once. */
  static Flow<UpdateWrite> of(Call call, TableStores stores, Parts parts) {
    ChunkedTable table = stores.table();
    Map<String, AttributeValue> key = table.requireKey(call, parts.key());
    Condition condition =
        parts.condition() == null
            ? null
            : ExpressionParser.condition(parts.condition(), parts.names());
    if (condition != null) { // it is put together only after the item is read
      Condition unused =
          ConditionRewrite.of(call, table, condition, parts.allocator(List.of(condition)));
    }
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
    return layout.map(
        placed -> new UpdateWrite(call, stores, key, parts, condition, update, placed));
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
    List<Expression> written = new ArrayList<>();
    if (condition != null) {
      written.add(condition);
    }
    if (update != null) {
      written.add(update.update());
    }
    PlaceholderAllocator fresh = parts.allocator(written);
    return Expressions.of(
        call,
        written,
        condition == null ? null : ConditionRewrite.of(call, table(), condition, fresh),
        snapshot == null ? List.of() : OptimisticLock.of(snapshot, overwrites(), fresh),
        update == null ? null : update.rewritten(stored(update, markers), fresh),
        fresh);
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
            .expressionAttributeNames(expressions.namesOrNull())
            .expressionAttributeValues(expressions.valuesOrNull());
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
                    .expressionAttributeNames(expressions.namesOrNull())
                    .expressionAttributeValues(expressions.valuesOrNull())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }
}
