package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.ComputedItem;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.ManagedUpdate;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.UpdatedPaths;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
  private final Set<String> inputs;

  /**
   * The parts of an update, alone or in a transaction.
   *
   * @param returnsNew whether new values are returned, which are computed if it is a transaction
   */
  record Parts(
      Map<String, AttributeValue> key,
      @Nullable String update,
      @Nullable String condition,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      boolean returnsNew) {}

  private UpdateWrite(
      TableStores stores,
      Map<String, AttributeValue> key,
      ManagedCondition condition,
      @Nullable ManagedUpdate update,
      Set<String> inputs,
      ItemLayout layout) {
    super(condition.call(), stores, key, layout);
    this.condition = condition;
    this.update = update;
    this.inputs = inputs;
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
    Set<String> inputs =
        update == null || !parts.returnsNew()
            ? Set.of()
            : ComputedItem.inputs(update.update(), key.keySet());
    return layout.map(placed -> new UpdateWrite(stores, key, condition, update, inputs, placed));
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

  @Override
  protected Set<String> answersFrom() {
    return inputs;
  }

  /**
   * The item as the update leaves it, as it is stored. What the update writes is computed from
   * {@link #answersFrom}, and exact; all else is as it was read before.
   *
   * @param before the item that was updated
   * @param markers where the values of the write are
   */
  Map<String, AttributeValue> updated(ItemSnapshot before, Map<String, Marker> markers) {
    Expressions sent = expressions(markers, null);
    Map<String, AttributeValue> item = new LinkedHashMap<>(before.item());
    item.putAll(key());
    return ComputedItem.of(item, parsed(sent), requireNonNullElse(sent.values(), Map.of()));
  }

  /**
   * The same, but all else is read again, after the update. If the item has other values outside by
   * then, somebody has replaced or deleted it, and what was read before is nearer to the update.
   */
  Flow<Map<String, AttributeValue>> updatedWhole(ItemSnapshot before, Map<String, Marker> markers) {
    Map<String, AttributeValue> updated = updated(before, markers);
    List<String> ours =
        markers.keySet().stream().flatMap(name -> table().spec().markersOf(name).stream()).toList();
    return ItemSnapshot.readWhole(this)
        .map(now -> now.hasSame(updated, ours) ? withRest(updated, markers, now.item()) : updated);
  }

  private Map<String, AttributeValue> withRest(
      Map<String, AttributeValue> updated,
      Map<String, Marker> markers,
      Map<String, AttributeValue> now) {
    Update sent = parsed(expressions(markers, null));
    Set<String> written = new LinkedHashSet<>(sent.attributesWritten());
    written.addAll(sent.attributesRemoved());
    Map<String, AttributeValue> whole = new LinkedHashMap<>(now);
    whole.keySet().removeAll(written);
    updated.forEach(
        (name, value) -> {
          if (written.contains(name)) {
            whole.put(name, value);
          }
        });
    return whole;
  }

  private static Update parsed(Expressions sent) {
    return ExpressionParser.update(
        requireNonNull(sent.update()), requireNonNullElse(sent.names(), Map.of()));
  }

  /** The paths of the item that {@code UPDATED_OLD} and {@code UPDATED_NEW} return. */
  List<DocumentPath> updatedPaths() {
    return UpdatedPaths.of(table(), requireNonNull(update).update(), overwrites());
  }

  /** The expressions, with an optimistic lock if there is a snapshot. */
  Expressions expressions(Map<String, Marker> markers, @Nullable ItemSnapshot snapshot) {
    return expressions(markers, snapshot, Set.of());
  }

  private Expressions expressions(
      Map<String, Marker> markers, @Nullable ItemSnapshot snapshot, Set<String> locked) {
    Map<String, Map<String, AttributeValue>> stored =
        update == null ? Map.of() : stored(update, markers);
    return condition.beside(update, stored, snapshot, overwrites(), locked);
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
    Expressions expressions = expressions(markers, snapshot, inputs);
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
