package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A put of an item: what is outside of the item that it replaces goes with that. */
final class PutWrite implements ItemWrite {
  private final ChunkedTable table;
  private final Map<String, AttributeValue> key;
  private final ItemLayout laid;
  private final ManagedCondition condition;

  private PutWrite(
      ChunkedTable table,
      Map<String, AttributeValue> key,
      ItemLayout laid,
      ManagedCondition condition) {
    this.table = table;
    this.key = key;
    this.laid = laid;
    this.condition = condition;
  }

  /** A put, once it is decided what becomes of its values; what can be refused is at once. */
  static Flow<PutWrite> of(
      ChunkedTable table, Map<String, AttributeValue> item, ManagedCondition condition) {
    ReservedNames.refuse(condition.call(), table, item);
    Map<String, AttributeValue> key = ItemKeys.of(condition.call(), table, item);
    RetainedReferences.refuseElsewhere(table, item);
    return PlacementPolicy.layItem(table, item)
        .map(
            laid -> {
              var unused = RetainedReferences.ofItem(table, key, laid.kept());
              ItemKeys.refuseTooLong(condition.call(), table, key, laid.moved());
              return new PutWrite(table, key, laid, condition);
            });
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

  @Override
  public boolean pointsOutside() {
    return !moved().isEmpty() || !laid.kept().isEmpty();
  }

  /** The attributes of which it was given references. */
  Set<String> keeps() {
    return laid.kept().keySet();
  }

  /** What references tell of the item, which is not known yet. */
  ItemSnapshot referenced() {
    Map<String, AttributeValue> told = new LinkedHashMap<>();
    laid.kept()
        .forEach(
            (attribute, reference) ->
                told.putAll(MarkerAttributes.of(table, attribute, reference.marker())));
    return new ItemSnapshot(table, told);
  }

  @Override
  public Set<String> overwrites() {
    return table.attributes();
  }

  /** The item as it is stored. */
  Map<String, AttributeValue> item(Map<String, Marker> markers) {
    if (markers.isEmpty()) {
      return laid.staying();
    }
    Map<String, AttributeValue> item = new LinkedHashMap<>(laid.staying());
    markers.forEach(
        (attribute, marker) -> item.putAll(MarkerAttributes.of(table, attribute, marker)));
    return item;
  }

  /** The request, changed as the table needs it; without pins. */
  PutItemRequest.Builder unpinned(PutItemRequest request) {
    Expressions expressions = condition.unpinned();
    PutItemRequest.Builder put = request.toBuilder();
    if (laid.staying() != request.item()) { // setting it copies it
      put.item(laid.staying());
    }
    return put.conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesOrNull())
        .expressionAttributeValues(expressions.valuesOrNull());
  }

  /** The request, with pins. */
  PutItemRequest.Builder pinned(
      PutItemRequest request, Map<String, Marker> markers, ItemSnapshot seen) {
    return request(request, markers, condition.pinned(seen, overwrites()));
  }

  /** The request, with expressions that have pins. */
  PutItemRequest.Builder request(
      PutItemRequest request, Map<String, Marker> markers, Expressions expressions) {
    PutItemRequest.Builder put = request.toBuilder();
    Map<String, AttributeValue> item = item(markers);
    if (item != request.item()) { // setting it copies it
      put.item(item);
    }
    return put.conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesOrNull())
        .expressionAttributeValues(expressions.valuesOrNull())
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  @Override
  public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot seen) {
    Expressions expressions = condition.pinned(seen, overwrites());
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(table.spec().tableName())
                    .item(item(markers))
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.namesOrNull())
                    .expressionAttributeValues(expressions.valuesOrNull())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  /** Refuses what callers may not write: whoever writes markers could name what is not theirs. */
  static final class ReservedNames {
    private ReservedNames() {}

    static void refuse(Call call, ChunkedTable table, Map<String, AttributeValue> item) {
      for (String reserved : table.reserved()) {
        if (item.containsKey(reserved)) {
          throw call.refuse(
              "the item has attribute '%s', which tells how a large value is stored"
                  .formatted(reserved),
              "Leave it out, or give the attribute another name");
        }
      }
    }
  }
}
