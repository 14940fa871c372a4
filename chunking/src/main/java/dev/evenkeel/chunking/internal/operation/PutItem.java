package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.PlacementPolicy;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ItemWrite.RetainedReferences;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.ReturnValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.RequestOptions;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * PutItem. One request if no value has to leave the item: the item is put as it is, or compressed.
 * Else {@link ItemCommit} brings the values outside and makes the put visible.
 */
public final class PutItem
    extends OperationPlan<ManagedTables<TableStores>, PutItemRequest, Flow<PutItemResponse>> {
  private static final String NAME = "PutItem";

  PutItem() {
    super(
        Operation.PUT_ITEM,
        PutItemRequest.class,
        Disposition.FAN_OUT,
        "Compresses; what does not fit is written outside first, and one transaction makes it"
            + " visible");
  }

  @Override
  public @Nullable Flow<PutItemResponse> plan(
      ManagedTables<TableStores> tables, PutItemRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores == null) {
      return null;
    }
    return write(stores, request).then(write -> new OneItem(request, write).flow());
  }

  /** The put of the request's item; a refusal comes at once. */
  static Flow<Write> write(TableStores stores, PutItemRequest request) {
    Call call = new Call(NAME, request.tableName());
    call.refuseLegacy(request);
    ReturnValues.require(
        call,
        request.returnValuesAsString(),
        ReturnValues.OF_OLD_ITEMS,
        request.returnValuesOnConditionCheckFailureAsString());
    return Write.of(
        stores,
        request.item(),
        new ManagedCondition(
            call,
            stores.table(),
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues()));
  }

  /** A put by itself, neither in a batch nor in a transaction of the caller's. */
  private static final class OneItem {
    private final PutItemRequest request;
    private final Write write;
    private final ChunkedTable table;
    private final ReturnValues returnValues;

    OneItem(PutItemRequest request, Write write) {
      this.request = request;
      this.write = write;
      this.table = write.table();
      this.returnValues = new ReturnValues(NAME, write.stores());
    }

    Flow<PutItemResponse> flow() {
      return (write.pointsOutside() ? moving() : asItIs())
          .recover(
              failure ->
                  ReturnValues.failed(
                      failure, request.returnValuesOnConditionCheckFailure(), write));
    }

    private boolean wantsOld() {
      return request.returnValues() == ReturnValue.ALL_OLD;
    }

    /**
     * The item is put on condition that the one that it replaces has nothing outside, as most have:
     * then one request does it, and nothing of the other item is returned.
     */
    private Flow<PutItemResponse> asItIs() {
      if (!table.spec().movesValues() || isRefused()) {
        return TableCall.put(write.withoutLock(request).build()).then(this::answered);
      }
      Flow<PutItemResponse> put = TableCall.put(first().build());
      return (wantsOld() ? put.then(this::answered) : put)
          .recover(failure -> commit().runAgain(failure).then(this::committed));
    }

    private PutItemRequest.Builder first() {
      return request.conditionExpression() == null
          ? write.request(request, Map.of(), write.stores().nothingOutside())
          : write.withLock(request, Map.of(), new ItemSnapshot(table, Map.of()));
    }

    /** DynamoDB refuses placeholders without an expression, and must not be given one by us. */
    private boolean isRefused() {
      return request.conditionExpression() == null
          && (request.hasExpressionAttributeNames() || request.hasExpressionAttributeValues());
    }

    private Flow<PutItemResponse> moving() {
      return commit().run().then(this::committed);
    }

    private ItemCommit commit() {
      return new ItemCommit(write, write.plainly(request), wantsOld(), RequestOptions.of(request));
    }

    private Flow<PutItemResponse> committed(ItemCommit.Committed committed) {
      if (committed.answer() instanceof PutItemResponse response) {
        return answered(response);
      }
      Map<String, AttributeValue> old = wantsOld() ? committed.before().item() : Map.of();
      PutItemResponse.Builder response =
          PutItemResponse.builder()
              .attributes(old.isEmpty() ? null : old)
              .consumedCapacity(returnValues.capacity(committed.answer()))
              .itemCollectionMetrics(returnValues.metrics(committed.answer()));
      ResponseMetadata.copy(committed.answer(), response);
      return answered(response.build());
    }

    private Flow<PutItemResponse> answered(PutItemResponse response) {
      if (!response.hasAttributes() || response.attributes().isEmpty()) {
        return Flow.of(response);
      }
      return returnValues
          .logical(write.key(), response.attributes())
          .map(old -> response.toBuilder().attributes(old).build());
    }
  }

  /** A put of an item: what is outside of the item that it replaces goes with that. */
  static final class Write extends ItemWrite {
    private final ManagedCondition condition;

    private Write(
        TableStores stores,
        Map<String, AttributeValue> key,
        ItemLayout layout,
        ManagedCondition condition) {
      super(condition.call(), stores, key, layout);
      this.condition = condition;
    }

    /** A put, once the placement of its values is decided; a refusal comes at once. */
    static Flow<Write> of(
        TableStores stores, Map<String, AttributeValue> item, ManagedCondition condition) {
      ChunkedTable table = stores.table();
      refuseReserved(condition.call(), table, item);
      Map<String, AttributeValue> key = table.requireKey(condition.call(), item);
      RetainedReferences.refuseElsewhere(table, item);
      return PlacementPolicy.placeItem(table, item)
          .map(layout -> new Write(stores, key, layout, condition));
    }

    /**
     * Refuses reserved attributes: a caller who writes markers could point to another item's
     * payload.
     */
    private static void refuseReserved(
        Call call, ChunkedTable table, Map<String, AttributeValue> item) {
      for (String reserved : table.reserved()) {
        if (item.containsKey(reserved)) {
          throw call.refuse(
              "the item has attribute '%s', which tells how a large value is stored"
                  .formatted(reserved),
              "Leave it out, or give the attribute another name");
        }
      }
    }

    @Override
    public Set<String> overwrites() {
      return table().attributes();
    }

    /** The item as it is stored. */
    Map<String, AttributeValue> item(Map<String, Marker> markers) {
      if (markers.isEmpty()) {
        return layout().staying();
      }
      Map<String, AttributeValue> item = new LinkedHashMap<>(layout().staying());
      markers.forEach(
          (attribute, marker) -> item.putAll(table().markerAttributes(attribute, marker)));
      return item;
    }

    /** The request, changed as the table needs it; without an optimistic lock. */
    PutItemRequest.Builder withoutLock(PutItemRequest request) {
      return with(request, Map.of(), condition.withoutLock());
    }

    /** The request, with an optimistic lock. */
    PutItemRequest.Builder withLock(
        PutItemRequest request, Map<String, Marker> markers, ItemSnapshot snapshot) {
      return request(request, markers, condition.withLock(snapshot, overwrites()));
    }

    /** Sends the request by itself, with an optimistic lock. */
    ItemCommit.PlainWrite plainly(PutItemRequest request) {
      return (markers, snapshot) ->
          TableCall.put(withLock(request, markers, snapshot).build()).map(response -> response);
    }

    /** The request, with expressions that have an optimistic lock. */
    PutItemRequest.Builder request(
        PutItemRequest request, Map<String, Marker> markers, Expressions expressions) {
      return with(request, markers, expressions)
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    private PutItemRequest.Builder with(
        PutItemRequest request, Map<String, Marker> markers, Expressions expressions) {
      PutItemRequest.Builder put = request.toBuilder();
      Map<String, AttributeValue> item = item(markers);
      if (item != request.item()) { // setting it copies it
        put.item(item);
      }
      return put.conditionExpression(expressions.condition())
          .expressionAttributeNames(expressions.names())
          .expressionAttributeValues(expressions.values());
    }

    @Override
    public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot snapshot) {
      Expressions expressions = condition.withLock(snapshot, overwrites());
      return TransactWriteItem.builder()
          .put(
              put ->
                  put.tableName(table().spec().tableName())
                      .item(item(markers))
                      .conditionExpression(expressions.condition())
                      .expressionAttributeNames(expressions.names())
                      .expressionAttributeValues(expressions.values())
                      .returnValuesOnConditionCheckFailure(
                          ReturnValuesOnConditionCheckFailure.ALL_OLD))
          .build();
    }
  }
}
