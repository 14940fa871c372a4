package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.expression.WriteExpressions;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** PutItem: one write, to the shard of the item. */
final class PutItem extends ItemOperation<PutItemRequest, PutItemResponse> {
  PutItem() {
    super(
        Operation.PUT_ITEM,
        PutItemRequest.class,
        PutItemRequest::tableName,
        Disposition.REWRITE,
        "Writes the item to its shard");
  }

  @Override
  void written(PutItemRequest request, WrittenItems items) {
    items.addPut(request.tableName(), request.item());
  }

  @Override
  Plan<PutItemResponse> onSharded(
      ShardingTables tables, ShardedTable whole, PutItemRequest request) {
    Call call = new Call("PutItem", request.tableName());
    call.refuseLegacy(request);
    AttributeValue key = whole.logicalKey(call, request.item());
    ShardedTable table = whole.at(call, key, request.item());
    WriteExpressions expressions =
        WriteExpressions.of(
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    if (table.drawn(key)) {
      refuseWhatADrawnShardCannotKnow(call, table, request);
    }
    int shard = table.shardForWrite(call, key, request.item());
    PutItemRequest physical =
        request.toBuilder()
            .item(table.itemOnShard(call, request.item(), key, shard))
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.namesToSend())
            .expressionAttributeValues(expressions.valuesToSend())
            .build();
    LogicalView view = table.view();
    return Plan.of(
        TableCall.put(physical).mapFailure(view::failure).map(response -> logical(view, response)));
  }

  private static void refuseWhatADrawnShardCannotKnow(
      Call call, ShardedTable table, PutItemRequest request) {
    String selector = table.spec().selector().id();
    if (request.conditionExpression() != null) {
      throw call.refuse(
          "selector '"
              + selector
              + "' writes to a drawn shard, where a condition sees nothing of"
              + " the item on another",
          "Use hashOf, which always writes an item to the same shard");
    }
    if (request.returnValues() == ReturnValue.ALL_OLD) {
      throw call.refuse(
          "selector '" + selector + "' writes to a drawn shard, so ALL_OLD could not be returned",
          "Use hashOf, or do not ask for the old item");
    }
  }

  private static PutItemResponse logical(LogicalView view, PutItemResponse response) {
    if (!response.hasAttributes() && response.itemCollectionMetrics() == null) {
      return response;
    }
    PutItemResponse.Builder logical = response.toBuilder();
    if (response.hasAttributes()) {
      logical.attributes(view.item(response.attributes()));
    }
    if (response.itemCollectionMetrics() != null) {
      logical.itemCollectionMetrics(view.metrics(response.itemCollectionMetrics()));
    }
    return logical.build();
  }
}
