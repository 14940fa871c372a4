package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.Cleanup;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.ReturnValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * DeleteItem: the item first, and what it had outside after the grace. Nothing outside is read, so
 * an item whose payload is lost can be deleted.
 */
public final class DeleteItem
    extends OperationPlan<ManagedTables<TableStores>, DeleteItemRequest, Flow<DeleteItemResponse>> {
  private static final String NAME = "DeleteItem";

  DeleteItem() {
    super(
        Operation.DELETE_ITEM,
        DeleteItemRequest.class,
        Disposition.FAN_OUT,
        "Deletes the item, and what it has outside after the grace");
  }

  @Override
  public @Nullable Flow<DeleteItemResponse> plan(
      ManagedTables<TableStores> tables, DeleteItemRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores == null) {
      return null;
    }
    Call call = new Call(NAME, request.tableName());
    call.refuseLegacy(request);
    ReturnValues.require(
        call,
        request.returnValuesAsString(),
        ReturnValues.OF_OLD_ITEMS,
        request.returnValuesOnConditionCheckFailureAsString());
    Write write =
        new Write(
            stores,
            request.key(),
            new ManagedCondition(
                call,
                stores.table(),
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()));
    return flow(request, write);
  }

  private static Flow<DeleteItemResponse> flow(DeleteItemRequest request, Write write) {
    boolean movesValues = write.table().spec().movesValues();
    DeleteItemRequest.Builder delete = write.withoutLock(request);
    if (movesValues) {
      delete.returnValues(ReturnValue.ALL_OLD);
    }
    Flow<DeleteItemResponse> sent = TableCall.delete(delete.build());
    return (movesValues ? sent.then(response -> cleaned(response, write)) : sent)
        .then(response -> answered(response, request, write))
        .recover(
            failure ->
                ReturnValues.failed(failure, request.returnValuesOnConditionCheckFailure(), write));
  }

  private static Flow<DeleteItemResponse> cleaned(DeleteItemResponse response, Write write) {
    return Cleanup.of(write.stores(), write.key(), response.attributes()).map(done -> response);
  }

  private static Flow<DeleteItemResponse> answered(
      DeleteItemResponse response, DeleteItemRequest request, Write write) {
    if (!response.hasAttributes() || response.attributes().isEmpty()) {
      return Flow.of(response);
    }
    return request.returnValues() == ReturnValue.ALL_OLD
        ? new ReturnValues(NAME, write.stores())
            .logical(write.key(), response.attributes())
            .map(old -> response.toBuilder().attributes(old).build())
        : Flow.of(response.toBuilder().attributes((Map<String, AttributeValue>) null).build());
  }

  /** A delete of an item: what it has outside goes with it, later. */
  static final class Write extends ItemWrite {
    private final ManagedCondition condition;

    Write(TableStores stores, Map<String, AttributeValue> key, ManagedCondition condition) {
      super(
          condition.call(),
          stores,
          stores.table().requireKey(condition.call(), key),
          ItemLayout.asItIs(Map.of()));
      this.condition = condition;
    }

    @Override
    public Set<String> overwrites() {
      return table().attributes();
    }

    /** The request with its condition as the table needs it; without an optimistic lock. */
    DeleteItemRequest.Builder withoutLock(DeleteItemRequest request) {
      Expressions expressions = condition.withoutLock();
      return request.toBuilder()
          .conditionExpression(expressions.condition())
          .expressionAttributeNames(expressions.names())
          .expressionAttributeValues(expressions.values());
    }

    @Override
    public TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot snapshot) {
      Expressions expressions = condition.withLock(snapshot, overwrites());
      return TransactWriteItem.builder()
          .delete(
              delete ->
                  delete
                      .tableName(table().spec().tableName())
                      .key(key())
                      .conditionExpression(expressions.condition())
                      .expressionAttributeNames(expressions.names())
                      .expressionAttributeValues(expressions.values())
                      .returnValuesOnConditionCheckFailure(
                          ReturnValuesOnConditionCheckFailure.ALL_OLD))
          .build();
    }
  }
}
