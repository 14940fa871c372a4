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
  private static final int INPUTS_MAX = 32;

  /** The shortest term and the AND before it are two operators in 7 characters. */
  private static final int OWN_CONDITION_LENGTH_MAX = 700;

  private final ManagedCondition condition;
  private final @Nullable ManagedUpdate update;

  /** What new values are computed from; null if they are read after the write. */
  private final @Nullable Set<String> inputs;

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
      @Nullable Set<String> inputs,
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
    Set<String> inputs = inputs(parts, update);
    return layout.map(placed -> new UpdateWrite(stores, key, condition, update, inputs, placed));
  }

  /**
   * The same update of an item that turned out to have no room for it: all values leave that may,
   * and that take less room outside. This very update if no more of them leave.
   */
  Flow<UpdateWrite> allOutside() {
    return update == null || update.sets().isEmpty()
        ? Flow.of(this)
        : PlacementPolicy.placeOutside(table(), update.sets())
            .map(
                placed ->
                    placed.moved().size() > moved().size()
                        ? new UpdateWrite(stores(), key(), condition, update, inputs, placed)
                        : this);
  }

  /** DynamoDB takes 300 operators and 4 KB of a condition, so that a long one has no room. */
  private static @Nullable Set<String> inputs(Parts parts, @Nullable ManagedUpdate update) {
    if (update == null || !parts.returnsNew()) {
      return null;
    }
    Set<String> inputs = ComputedItem.inputs(update.update(), parts.key().keySet());
    boolean isLong =
        parts.condition() != null && parts.condition().length() > OWN_CONDITION_LENGTH_MAX;
    return isLong || inputs.size() > INPUTS_MAX ? null : inputs;
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
    return inputs == null ? Set.of() : inputs;
  }

  /**
   * The item as the update leaves it, as it is stored. What the update writes is computed from
   * {@link #answersFrom}, and exact; all else is as it was read before. Where there are more of
   * these than a condition can hold, it is the item just after the update.
   *
   * @param before the item that was updated
   * @param markers where the values of the write are
   */
  Flow<Map<String, AttributeValue>> updated(ItemSnapshot before, Map<String, Marker> markers) {
    return inputs == null
        ? ItemSnapshot.readWhole(this).map(ItemSnapshot::item)
        : Flow.of(computed(before.item(), markers));
  }

  /**
   * The same, but all else is read again, after the update. If the item has other values outside by
   * then, somebody has replaced or deleted it, and what was read before is nearer to the update.
   */
  Flow<Map<String, AttributeValue>> updatedWhole(ItemSnapshot before, Map<String, Marker> markers) {
    if (inputs == null) {
      return updated(before, markers);
    }
    Map<String, AttributeValue> updated = computed(before.item(), markers);
    List<String> ours =
        markers.keySet().stream().flatMap(name -> table().spec().markersOf(name).stream()).toList();
    return ItemSnapshot.readWhole(this)
        .map(
            now ->
                now.hasSame(updated, ours)
                    ? withRest(before.item(), markers, now.item())
                    : updated);
  }

  private Map<String, AttributeValue> computed(
      Map<String, AttributeValue> before, Map<String, Marker> markers) {
    Expressions sent = expressions(markers, null);
    Map<String, AttributeValue> item = new LinkedHashMap<>(before);
    key().forEach((name, value) -> item.put(name, ComputedItem.canonical(value)));
    return ComputedItem.of(item, parsed(sent), requireNonNullElse(sent.values(), Map.of()));
  }

  /** What the update writes, computed from what it was computed from then, and the rest of now. */
  private Map<String, AttributeValue> withRest(
      Map<String, AttributeValue> before,
      Map<String, Marker> markers,
      Map<String, AttributeValue> now) {
    Map<String, AttributeValue> then = new LinkedHashMap<>(before);
    then.keySet().retainAll(answersFrom());
    Map<String, AttributeValue> from = new LinkedHashMap<>(now);
    from.keySet().removeAll(answersFrom());
    from.putAll(then);
    Map<String, AttributeValue> computed = new LinkedHashMap<>(computed(from, markers));
    Update sent = parsed(expressions(markers, null));
    Set<String> written = new LinkedHashSet<>(sent.attributesWritten());
    written.addAll(sent.attributesRemoved());
    computed.keySet().retainAll(written);
    Map<String, AttributeValue> whole = new LinkedHashMap<>(now);
    whole.keySet().removeAll(written);
    whole.putAll(computed);
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
    Expressions expressions = expressions(markers, snapshot, answersFrom());
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
