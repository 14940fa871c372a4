package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.CounterDeletePlan;
import dev.evenkeel.sharding.internal.expression.WriteExpressions;
import dev.evenkeel.sharding.internal.item.FindThenWrite;
import dev.evenkeel.sharding.internal.item.FindThenWrite.ItemWrite;
import dev.evenkeel.sharding.internal.item.GuardedCondition;
import dev.evenkeel.sharding.internal.item.GuardedCondition.Guard;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** DeleteItem: one write where the shard is known, otherwise a probe of all shards before it. */
final class DeleteItem extends ItemOperation<DeleteItemRequest, DeleteItemResponse> {
  DeleteItem() {
    super(
        Operation.DELETE_ITEM,
        DeleteItemRequest.class,
        DeleteItemRequest::tableName,
        Disposition.FAN_OUT,
        "Writes to the item's shard; if the key does not tell it, reads every shard to find it");
  }

  @Override
  Plan<DeleteItemResponse> onSharded(
      ShardingTables tables, ShardedTable table, DeleteItemRequest request) {
    return of(table, request);
  }

  @Override
  Plan<DeleteItemResponse> onCounter(
      ShardingTables tables, CounterTable table, DeleteItemRequest request) {
    return CounterDeletePlan.of(table, request);
  }

  @Override
  void written(DeleteItemRequest request, WrittenItems items) {
    items.add(request.tableName(), request.key());
  }

  static Plan<DeleteItemResponse> of(ShardedTable whole, DeleteItemRequest request) {
    Call call = new Call("DeleteItem", request.tableName());
    call.refuseLegacy(request);
    AttributeValue key = whole.logicalKey(call, request.key());
    ShardedTable table = whole.at(call, key, request.key());
    OptionalInt shard = table.shardOf(call, key, request.key());
    WriteExpressions expressions =
        WriteExpressions.of(
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    DeleteItemRequest plain =
        request.toBuilder()
            .key(table.beside().dropped(request.key()))
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.namesToSend())
            .expressionAttributeValues(expressions.valuesToSend())
            .build();
    return shard.isPresent()
        ? single(table, plain, table.onShard(plain.key(), key, shard.getAsInt()))
        : located(call, table, key, plain);
  }

  private static Plan<DeleteItemResponse> single(
      ShardedTable table, DeleteItemRequest request, Map<String, AttributeValue> key) {
    LogicalView view = table.view();
    return Plan.of(
        TableCall.delete(request.toBuilder().key(key).build())
            .mapFailure(view::failure)
            .map(answer -> logical(view, answer, List.of())));
  }

  private static Plan<DeleteItemResponse> located(
      Call call, ShardedTable table, AttributeValue key, DeleteItemRequest request) {
    GuardedCondition guarded =
        GuardedCondition.of(
            call,
            Guard.ITEM_EXISTS,
            table.spec().partitionKey(),
            request.conditionExpression(),
            request.expressionAttributeNames());
    FindThenDelete write =
        new FindThenDelete(request, guarded, table.onShard(request.key(), key, 0), table.view());
    GetItemRequest read =
        GetItemRequest.builder()
            .tableName(request.tableName())
            .key(request.key())
            .returnConsumedCapacity(request.returnConsumedCapacity())
            .overrideConfiguration(request.overrideConfiguration().orElse(null))
            .build();
    return FindThenWrite.of(call, table, key, read, write);
  }

  /**
   * @param request the caller's, without extra determinants
   * @param nowhere a key of no item, for DynamoDB to say what it says of a missing item
   */
  private record FindThenDelete(
      DeleteItemRequest request,
      GuardedCondition guarded,
      Map<String, AttributeValue> nowhere,
      LogicalView view)
      implements ItemWrite<DeleteItemResponse> {

    @Override
    public Attempt found(Map<String, AttributeValue> physicalKey) {
      DeleteItemRequest there =
          request.toBuilder()
              .key(physicalKey)
              .conditionExpression(guarded.expression())
              .expressionAttributeNames(guarded.names())
              .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
              .build();
      return new Attempt(there, Guard.ITEM_EXISTS);
    }

    @Override
    public Attempt missing() {
      return new Attempt(request.toBuilder().key(nowhere).build(), null);
    }

    @Override
    public DeleteItemResponse result(DynamoDbResponse answer, List<ConsumedCapacity> reads) {
      return logical(view, (DeleteItemResponse) answer, reads);
    }

    @Override
    public boolean returnsOldItem() {
      return request.returnValuesOnConditionCheckFailure()
          == ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }
  }

  private static DeleteItemResponse logical(
      LogicalView view, DeleteItemResponse response, List<ConsumedCapacity> reads) {
    DeleteItemResponse.Builder logical = response.toBuilder();
    if (response.hasAttributes()) {
      logical.attributes(view.item(response.attributes()));
    }
    if (response.itemCollectionMetrics() != null) {
      logical.itemCollectionMetrics(view.metrics(response.itemCollectionMetrics()));
    }
    return logical.consumedCapacity(CapacitySum.of(reads, response.consumedCapacity())).build();
  }
}
