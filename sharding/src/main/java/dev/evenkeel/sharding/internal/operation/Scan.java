package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.expression.FilterExpression;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.MergedStartKeys;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.IndexShardLookup;
import dev.evenkeel.sharding.internal.query.StartKeys;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Scan: passes through, segments and all, in the engine's order, with items and start keys in
 * logical terms. A logical key's items come shard by shard, not together.
 */
final class Scan extends ItemOperation<ScanRequest, ScanResponse> {
  Scan() {
    super(
        Operation.SCAN,
        ScanRequest.class,
        ScanRequest::tableName,
        Disposition.REWRITE,
        "Passes through; items, start keys and the partition key in the filter are logical; the"
            + " items of one key come shard by shard, not together and not in order");
  }

  @Override
  Plan<ScanResponse> onSharded(ShardingTables tables, ShardedTable table, ScanRequest request) {
    return of(table, request);
  }

  @Override
  Plan<ScanResponse> whileMoving(MovingTables tables, ScanRequest request) {
    Moving table = tables.find(request.tableName());
    return table == null ? byTarget(tables, request) : MovedScan.of(table, request);
  }

  static Plan<ScanResponse> of(ShardedTable table, ScanRequest request) {
    Call call = new Call("Scan", request.tableName());
    call.refuseLegacy(request);
    boolean areStored = table.plain() && table.layout().era() == 0;
    MergedStartKeys startKeys = StartKeys.of(call, table, request.indexName(), areStored);
    ScanRequest physical = filtered(call, table, request);
    if (request.hasExclusiveStartKey()) {
      Map<String, AttributeValue> start = startKeys.physical(request.exclusiveStartKey());
      IndexShardLookup number = startKeys.indexShardLookup(request.exclusiveStartKey());
      if (number != null) {
        return after(number, table, request);
      }
      physical = physical.toBuilder().exclusiveStartKey(start).build();
    }
    return single(physical, table.view(), startKeys);
  }

  /** The scan with its filter in stored terms. */
  static ScanRequest filtered(Call call, ShardedTable table, ScanRequest request) {
    FilterExpression filter =
        FilterExpression.of(
            call,
            table,
            request.filterExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
    return filter.changed()
        ? request.toBuilder()
            .filterExpression(filter.expression())
            .expressionAttributeNames(filter.names())
            .expressionAttributeValues(filter.values())
            .build()
        : request;
  }

  private static Plan<ScanResponse> single(
      ScanRequest physical, LogicalView view, MergedStartKeys startKeys) {
    return Plan.of(
        TableCall.scan(physical)
            .mapFailure(view::failure)
            .map(response -> logical(view, startKeys, response)));
  }

  /** The plan of the same scan after the item's index shard number has been read. */
  private static Plan<ScanResponse> after(
      IndexShardLookup number, ShardedTable table, ScanRequest request) {
    return number.before(
        request.tableName(),
        request.returnConsumedCapacityAsString(),
        request.overrideConfiguration().orElse(null),
        "the Scan, from the place of that item",
        startKey -> of(table, request.toBuilder().exclusiveStartKey(startKey).build()));
  }

  private static ScanResponse logical(
      LogicalView view, MergedStartKeys startKeys, ScanResponse response) {
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
