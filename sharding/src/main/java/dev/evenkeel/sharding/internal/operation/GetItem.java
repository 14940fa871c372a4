package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.CounterGetPlan;
import dev.evenkeel.sharding.internal.item.ProbeGet;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.ShadowReads;
import dev.evenkeel.sharding.internal.live.ShadowReads.Outcome;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.ShadowedRows;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: one read where the shard is known, otherwise a probe of all shards. */
final class GetItem extends ItemOperation<GetItemRequest, GetItemResponse> {
  GetItem() {
    super(
        Operation.GET_ITEM,
        GetItemRequest.class,
        GetItemRequest::tableName,
        Disposition.FAN_OUT,
        "Reads the item's shard; if the key does not tell it, every shard");
  }

  @Override
  Plan<GetItemResponse> onSharded(
      ShardingTables tables, ShardedTable table, GetItemRequest request) {
    return of(table, request);
  }

  @Override
  Plan<GetItemResponse> onCounter(
      ShardingTables tables, CounterTable table, GetItemRequest request) {
    return CounterGetPlan.of(table, request);
  }

  @Override
  Plan<GetItemResponse> whileMoving(MovingTables tables, GetItemRequest request) {
    Moving table = tables.find(request.tableName());
    Plan<GetItemResponse> stays = byTarget(tables, request);
    Call call = new Call("GetItem", request.tableName());
    if (table == null || table.item(call, request.key()).stays()) {
      return stays;
    }
    GetItemRequest consistent = request.toBuilder().consistentRead(true).build();
    Plan<GetItemResponse> before = by(table.from(), consistent);
    Plan<GetItemResponse> after = by(table.to(), consistent);
    return MovingTables.following(
        before.with(
            flow ->
                flow.then(
                    first ->
                        first.hasItem()
                            ? shadowed(tables.shadowReads(), table, consistent, first)
                            : after
                                .flow()
                                .map(second -> Metering.withRead(second, first.consumedCapacity()))
                                .map(second -> counted(tables.shadowReads(), second)))),
        "the same at the new place, if the old one holds no item");
  }

  private static Plan<GetItemResponse> by(ShardedTable layout, GetItemRequest request) {
    return Relocation.to(layout, of(layout, request));
  }

  /** Compares what the old place holds with the new one, for a share of the reads. */
  private static Flow<GetItemResponse> shadowed(
      ShadowReads shadowReads, Moving table, GetItemRequest request, GetItemResponse old) {
    if (!shadowReads.isDrawn()) {
      return Flow.of(old);
    }
    return by(table.to(), request)
        .flow()
        .then(
            moved ->
                new ShadowedRows(null, items(old), items(moved))
                    .counted(
                        shadowReads, () -> by(table.from(), request).flow().map(GetItem::items)))
        .map(done -> old)
        .recover(failure -> Flow.of(old));
  }

  /** An item that is at its new place alone is what both layouts answer. */
  private static GetItemResponse counted(ShadowReads shadowReads, GetItemResponse moved) {
    if (moved.hasItem() && shadowReads.isDrawn()) {
      shadowReads.count(Outcome.EQUAL);
    }
    return moved;
  }

  private static List<Map<String, AttributeValue>> items(GetItemResponse answer) {
    return answer.hasItem() ? List.of(answer.item()) : List.of();
  }

  @Override
  void places(GetItemRequest request, ShardPlaces places) {
    places.add(request.tableName(), request.key());
  }

  static Plan<GetItemResponse> of(ShardedTable whole, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    call.refuseLegacy(request);
    AttributeValue key = whole.logicalKey(call, request.key());
    ShardedTable table = whole.at(call, key, request.key());
    OptionalInt shard = table.shardOf(call, key, request.key());
    Map<String, AttributeValue> plainKey = table.beside().dropped(request.key());
    if (shard.isEmpty()) {
      GetItemRequest plain = request.toBuilder().key(plainKey).build();
      LogicalView view = table.view();
      Flow<GetItemResponse> probe =
          ProbeGet.flow(call, table, key, plain)
              .map(found -> logical(view, found))
              .mapFailure(view::failure)
              .step(GetItem.class, "probe");
      return Plan.of(probe, List.of(ProbeGet.MAY_FOLLOW));
    }
    return single(
        request.toBuilder().key(table.onShard(plainKey, key, shard.getAsInt())).build(),
        table.view());
  }

  private static Plan<GetItemResponse> single(GetItemRequest physical, LogicalView view) {
    return Plan.of(
        TableCall.get(physical).mapFailure(view::failure).map(response -> logical(view, response)));
  }

  /** Made anew and not from a builder of the old one, which would first copy the physical item. */
  private static GetItemResponse logical(LogicalView view, GetItemResponse response) {
    if (!response.hasItem()) {
      return response;
    }
    GetItemResponse.Builder logical =
        GetItemResponse.builder()
            .item(view.item(response.item()))
            .consumedCapacity(response.consumedCapacity());
    ResponseMetadata.copy(response, logical);
    return logical.build();
  }
}
