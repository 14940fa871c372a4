package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.rules.WriteExpressions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** PutItem: one write, to the shard of the item. */
public final class PutPlan {
  private PutPlan() {}

  public static Plan<PutItemResponse> of(ShardedTable table, PutItemRequest request) {
    Call call = new Call("PutItem", request.tableName());
    LegacyParameters.refuse(call, request);
    AttributeValue key = table.logicalKey(call, request.item());
    WriteExpressions expressions =
        WriteExpressions.of(
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    if (table.shards(key) > 1) {
      refuseWhatADrawnShardCannotKnow(call, table, request);
    }
    int shard = table.shardForWrite(call, key, request.item());
    PutItemRequest.Builder physical =
        request.toBuilder().item(table.itemOnShard(call, request.item(), key, shard));
    if (expressions.changed()) {
      physical
          .conditionExpression(expressions.condition())
          .expressionAttributeNames(expressions.namesToSend())
          .expressionAttributeValues(expressions.valuesToSend());
    }
    LogicalView view = table.view();
    return Plan.of(
        TableCall.put(physical.build())
            .mapFailure(view::failure)
            .map(response -> logical(view, response))
            .step(PutPlan.class, "put"));
  }

  private static void refuseWhatADrawnShardCannotKnow(
      Call call, ShardedTable table, PutItemRequest request) {
    if (table.spec().selector().calculated()) {
      return;
    }
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
          "selector '" + selector + "' writes to a drawn shard, so ALL_OLD could not be told",
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
