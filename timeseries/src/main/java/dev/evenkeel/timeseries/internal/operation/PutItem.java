package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** PutItem: the same request to the table of the item's time. */
final class PutItem extends OperationPlan<SeriesTables, PutItemRequest, Flow<PutItemResponse>> {
  /** The table that a write addresses, for the documentation. */
  static final String BY_TIME =
      "Goes to the table of the item's time; late and future items by the spec's policies";

  PutItem() {
    super(Operation.PUT_ITEM, PutItemRequest.class, Disposition.REWRITE, BY_TIME);
  }

  @Override
  public @Nullable Flow<PutItemResponse> plan(SeriesTables tables, PutItemRequest request) {
    return tables.written(
        new Call("PutItem", request.tableName()),
        request,
        request.item(),
        (put, table) -> TableCall.put(put.toBuilder().tableName(table).build()));
  }
}
