package dev.evenkeel.sharding.internal.plan.counter;

import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.SingleAsk;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import dev.evenkeel.sharding.internal.plan.item.ProbeGet;
import java.util.List;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem on a counter: all its rows, summed. */
final class CounterGetPlan {
  private CounterGetPlan() {}

  static Machine<?, ?, GetItemResponse> of(CounterTable table, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    LegacyParameters.refuse(call, request);
    CounterKey key = CounterKey.of(call, table, request.key());
    CounterSum sum = new CounterSum(table);
    return table.shards(key.partition()) == 1
        ? single(sum, request.toBuilder().key(key.row(0)).build())
        : FlowMachine.of(ProbeGet.flow(request, key.rows(), sum::of), List.of(ProbeGet.MAY_FOLLOW));
  }

  private static Machine<?, ?, GetItemResponse> single(CounterSum sum, GetItemRequest physical) {
    return SingleAsk.of(
        physical,
        (GetItemResponse response) ->
            response.hasItem()
                ? response.toBuilder().item(sum.of(List.of(response.item()))).build()
                : response,
        UnaryOperator.identity());
  }
}
