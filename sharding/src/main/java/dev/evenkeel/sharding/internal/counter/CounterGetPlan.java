package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.item.ProbeGet;
import dev.evenkeel.sharding.internal.layout.AddressedItem;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem on a counter: all its rows, summed. */
public final class CounterGetPlan {
  private CounterGetPlan() {}

  public static Plan<GetItemResponse> of(CounterTable table, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    call.refuseLegacy(request);
    AddressedItem<CounterTable> key = AddressedItem.of(call, table, request.key());
    CounterSum sum = new CounterSum(table);
    return table.shards(key.partition()) == 1
        ? single(sum, request.toBuilder().key(key.onShard(0)).build())
        : Plan.of(
            ProbeGet.flow(request, key.onAllShards(), sum::of).step(CounterGetPlan.class, "probe"),
            List.of(ProbeGet.MAY_FOLLOW));
  }

  private static Plan<GetItemResponse> single(CounterSum sum, GetItemRequest physical) {
    return Plan.of(
        TableCall.get(physical)
            .map(
                response ->
                    response.hasItem()
                        ? response.toBuilder().item(sum.of(List.of(response.item()))).build()
                        : response)
            .step(CounterGetPlan.class, "get"));
  }
}
