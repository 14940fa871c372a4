package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;

/** DeleteItem: the same request to the table of the key's time. */
final class DeleteItem
    extends OperationPlan<SeriesTables, DeleteItemRequest, Flow<DeleteItemResponse>> {
  DeleteItem() {
    super(Operation.DELETE_ITEM, DeleteItemRequest.class, Disposition.REWRITE, PutItem.BY_TIME);
  }

  @Override
  public @Nullable Flow<DeleteItemResponse> plan(SeriesTables tables, DeleteItemRequest request) {
    return tables.written(
        new Call("DeleteItem", request.tableName()),
        request,
        request.key(),
        (delete, table) -> TableCall.delete(delete.toBuilder().tableName(table).build()));
  }
}
