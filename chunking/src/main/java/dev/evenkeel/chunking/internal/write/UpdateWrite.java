package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.expression.ManagedConditions;
import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.core.expression.Condition;
import dev.evenkeel.core.expression.Expression;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
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
final class UpdateWrite implements ItemWrite {
  private final Call call;
  private final ChunkedTable table;
  private final Map<String, AttributeValue> key;
  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final @Nullable Condition condition;
  private final @Nullable ManagedUpdate update;
  private final ItemLayout laid;

  /** An update that is read, and of which nothing is laid yet. */
  private UpdateWrite(Call call, ChunkedTable table, Parts parts) {
    this.call = call;
    this.table = table;
    this.key = ItemKeys.of(call, table, parts.key());
    this.names = parts.names();
    this.values = parts.values();
    this.condition =
        parts.condition() == null ? null : ExpressionParser.condition(parts.condition(), names);
    this.laid = new ItemLayout(Map.of(), List.of(), Map.of());
    refuseCondition();
    Update parsed = parts.update() == null ? null : ExpressionParser.update(parts.update(), names);
    this.update = parsed == null ? null : ManagedUpdate.of(call, table, parsed, values);
  }

  private UpdateWrite(UpdateWrite read, ItemLayout laid) {
    this.call = read.call;
    this.table = read.table;
    this.key = read.key;
    this.names = read.names;
    this.values = read.values;
    this.condition = read.condition;
    this.update = read.update;
    this.laid = laid;
    var unused = RetainedReferences.ofItem(table, key, laid.kept());
    ItemKeys.refuseTooLong(call, table, key, laid.moved());
  }

  /** Before the item is read, for which the condition is put together only afterwards. */
  private void refuseCondition() {
    if (condition != null) {
      PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, List.of(condition));
      Condition unused = ManagedConditions.rewrite(call, table, condition, fresh);
    }
  }

  /** What an update is made of, alone or in a transaction. */
  record Parts(
      Map<String, AttributeValue> key,
      @Nullable String update,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values) {}

  /** An update, once it is decided what becomes of its values; what can be refused is at once. */
  static Flow<UpdateWrite> of(Call call, ChunkedTable table, Parts parts) {
    UpdateWrite read = new UpdateWrite(call, table, parts);
    return read.update == null || read.update.sets().isEmpty()
        ? Flow.of(read)
        : PlacementPolicy.layUpdate(table, read.update.sets())
            .map(laid -> new UpdateWrite(read, laid));
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
    return laid.moved();
  }

  @Override
  public Map<String, Marker> kept(ItemSnapshot seen) {
    return RetainedReferences.markers(laid.kept(), seen);
  }

  /**
   * It cannot see what else is in the item. So what has left the item does not come back for an
   * update that sets it to what it is: several such values together might not fit.
   */
  @Override
  public Map<String, Marker> same(ItemSnapshot seen) {
    Map<String, Marker> same = ItemWrite.super.same(seen);
    Map<String, AttributeValue> sets = update == null ? Map.of() : update.sets();
    sets.forEach(
        (attribute, value) -> {
          Marker before = seen.marker(attribute);
          if (before != null
              && laid.staying().containsKey(attribute)
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

  /** What it writes, to be returned by {@code UPDATED_OLD} and {@code UPDATED_NEW}. */
  @Nullable Update written() {
    return update == null ? null : update.update();
  }

  /** The expressions with pins if the item was seen, and without if not. */
  Expressions expressions(Map<String, Marker> markers, @Nullable ItemSnapshot seen) {
    List<Expression> written = new ArrayList<>();
    if (condition != null) {
      written.add(condition);
    }
    if (update != null) {
      written.add(update.update());
    }
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, written);
    return Expressions.of(
        call,
        written,
        condition == null ? null : ManagedConditions.rewrite(call, table, condition, fresh),
        seen == null ? List.of() : OptimisticLock.of(seen, overwrites(), fresh),
        update == null ? null : update.rewritten(stored(markers), fresh),
        fresh);
  }

  /** For each value that is set, the attributes that the item has of it then. */
  private Map<String, Map<String, AttributeValue>> stored(Map<String, Marker> markers) {
    Map<String, Map<String, AttributeValue>> stored = new LinkedHashMap<>();
    if (update == null) {
      return stored;
    }
    for (String attribute : update.sets().keySet()) {
      Map<String, AttributeValue> now = new LinkedHashMap<>();
      Marker marker = markers.get(attribute);
      if (marker != null) {
        now.putAll(MarkerAttributes.of(table, attribute, marker));
      } else {
        for (String name : List.of(attribute, table.markerOf(attribute))) {
          AttributeValue value = laid.staying().get(name);
          if (value != null) {
            now.put(name, value);
          }
        }
      }
      stored.put(attribute, now);
    }
    return stored;
  }

  /** The request, with pins if the item was seen. */
  UpdateItemRequest.Builder request(
      UpdateItemRequest request, Map<String, Marker> markers, @Nullable ItemSnapshot seen) {
    Expressions expressions = expressions(markers, seen);
    UpdateItemRequest.Builder builder =
        request.toBuilder()
            .updateExpression(expressions.update())
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.namesOrNull())
            .expressionAttributeValues(expressions.valuesOrNull());
    return seen == null
        ? builder
        : builder.returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  @Override
  public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot seen) {
    Expressions expressions = expressions(markers, seen);
    return TransactWriteItem.builder()
        .update(
            action ->
                action
                    .tableName(table.spec().tableName())
                    .key(key)
                    .updateExpression(expressions.update())
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.namesOrNull())
                    .expressionAttributeValues(expressions.valuesOrNull())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }
}
