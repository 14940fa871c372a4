package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
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
    return tables.written(
        new Call("UpdateItem", request.tableName()),
        request,
        request.key(),
        (update, table) -> TableCall.update(update.toBuilder().tableName(table).build()));
  }
}
