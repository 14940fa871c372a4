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
    Series series = tables.find(request.tableName());
    if (series == null) {
      return null;
    }
    Call call = new Call("PutItem", request.tableName());
    PeriodTable table = series.forWrite(call, request.item(), tables.now());
    CallerNames names = new CallerNames();
    return names.written(
        call,
        TableCall.put(request.toBuilder().tableName(names.add(request.tableName(), table)).build()),
        PutItemResponse::consumedCapacity,
        (answer, used) -> answer.toBuilder().consumedCapacity(used).build());
  }
}
