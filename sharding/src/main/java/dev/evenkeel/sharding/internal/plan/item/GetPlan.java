package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: one read where the shard is known, otherwise a probe of all shards. */
public final class GetPlan {
  private GetPlan() {}

  public static Plan<GetItemResponse> of(ShardedTable table, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    LegacyParameters.refuse(call, request);
    AttributeValue key = table.logicalKey(call, request.key());
    OptionalInt shard = table.shardOf(call, key, request.key());
    Map<String, AttributeValue> plainKey = table.withoutExtraDeterminants(request.key());
    if (shard.isEmpty()) {
      GetItemRequest plain = request.toBuilder().key(plainKey).build();
      LogicalView view = table.view();
      Flow<GetItemResponse> probe =
          ProbeGet.flow(call, table, key, plain)
              .map(found -> logical(view, found))
              .mapFailure(view::failure)
              .step(GetPlan.class, "probe");
      return Plan.of(probe, List.of(ProbeGet.MAY_FOLLOW));
    }
    return single(
        request.toBuilder().key(table.onShard(plainKey, key, shard.getAsInt())).build(),
        table.view());
  }

  private static Plan<GetItemResponse> single(GetItemRequest physical, LogicalView view) {
    return Plan.of(
        TableCall.get(physical)
            .mapFailure(view::failure)
            .map(response -> logical(view, response))
            .step(GetPlan.class, "get"));
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
