package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** DeleteItem on a counter: all its rows. */
public final class CounterDeletePlan {
  private CounterDeletePlan() {}

  public static Plan<DeleteItemResponse> of(CounterTable table, DeleteItemRequest request) {
    Call call = new Call("DeleteItem", request.tableName());
    call.refuseLegacy(request);
    if (request.conditionExpression() != null) {
      throw call.refuse(
          "a condition would be asked of each row, which holds a part of the counter",
          "Read the counter before, and delete it without a condition");
    }
    ReturnValue returned = request.returnValues();
    if (returned != null && returned != ReturnValue.NONE) {
      throw call.refuse(
          "ReturnValues "
              + request.returnValuesAsString()
              + " of several deletes would be lost if one of them failed",
          "Leave it out; to take counts away without losing any, count under a new key from time to"
              + " time and read the old one");
    }
    CounterKey key = CounterKey.of(call, table, request.key());
    return DeleteRows.plan(
        key.rows().stream().map(row -> request.toBuilder().key(row).build()).toList(),
        table.view());
  }
}
