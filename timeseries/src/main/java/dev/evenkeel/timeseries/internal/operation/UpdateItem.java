package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem: the same request to the table of the key's time. */
final class UpdateItem
    extends OperationPlan<SeriesTables, UpdateItemRequest, Flow<UpdateItemResponse>> {
  UpdateItem() {
    super(Operation.UPDATE_ITEM, UpdateItemRequest.class, Disposition.REWRITE, PutItem.BY_TIME);
  }

  @Override
  public @Nullable Flow<UpdateItemResponse> plan(SeriesTables tables, UpdateItemRequest request) {
    Series series = tables.find(request.tableName());
    if (series == null) {
      return null;
    }
    Call call = new Call("UpdateItem", request.tableName());
    PeriodTable table = series.forWrite(call, request.key(), tables.now());
    CallerNames names = new CallerNames();
    return names.written(
        call,
        TableCall.update(
            request.toBuilder().tableName(names.add(request.tableName(), table)).build()),
        UpdateItemResponse::consumedCapacity,
        (answer, used) -> answer.toBuilder().consumedCapacity(used).build());
  }
}
