package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.SingleAsk;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.rules.Conditions;
import dev.evenkeel.sharding.internal.plan.rules.LegacyParameters;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Scan: passes through, segments and all, in the engine's order, with items and start keys in
 * logical terms. A logical key's items come shard by shard, not together.
 */
public final class ScanPlan {
  private ScanPlan() {}

  public static Machine<ScanRequest, ScanResponse, ScanResponse> of(
      ShardedTable table, ScanRequest request) {
    Call call = new Call("Scan", request.tableName());
    LegacyParameters.refuse(call, request);
    Conditions.refuseKeyValue(
        call, table, request.filterExpression(), request.expressionAttributeNames());
    StartKeys startKeys = new StartKeys(call, table);
    ScanRequest physical = request;
    if (request.hasExclusiveStartKey()) {
      physical =
          request.toBuilder()
              .exclusiveStartKey(
                  startKeys.physical(request.exclusiveStartKey(), request.indexName() != null))
              .build();
    }
    LogicalView view = table.view();
    return SingleAsk.of(physical, response -> logical(view, startKeys, response), view::failure);
  }

  private static ScanResponse logical(
      LogicalView view, StartKeys startKeys, ScanResponse response) {
    ScanResponse.Builder logical = response.toBuilder();
    if (response.hasItems()) {
      logical.items(view.items(response.items()));
    }
    if (!response.lastEvaluatedKey().isEmpty()) {
      logical.lastEvaluatedKey(startKeys.logical(response.lastEvaluatedKey()));
    }
    return logical.build();
  }
}
