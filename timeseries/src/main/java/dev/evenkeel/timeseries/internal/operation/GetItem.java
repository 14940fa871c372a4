package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.MissingTables;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: the same request to the table of the key's time; nothing where none need be. */
final class GetItem extends OperationPlan<SeriesTables, GetItemRequest, Flow<GetItemResponse>> {

  GetItem() {
    super(
        Operation.GET_ITEM,
        GetItemRequest.class,
        Disposition.REWRITE,
        "Goes to the table of the key's time");
  }

  @Override
  public @Nullable Flow<GetItemResponse> plan(SeriesTables tables, GetItemRequest request) {
    Series series = tables.find(request.tableName());
    if (series == null) {
      return null;
    }
    Call call = new Call("GetItem", request.tableName());
    PeriodTable table = series.forRead(call, request.key());
    if (table == null) {
      return Flow.of(nothing(request));
    }
    CallerNames names = new CallerNames();
    MissingTables missingTables = new MissingTables(call, series, tables.now());
    return series
        .archives(call, request, List.of(table), tables.now())
        .orRestored(
            table,
            from(table, request, names),
            restored -> from(restored, request, names),
            (archives, missing) -> {
              Throwable refused = missingTables.refused(table, archives, missing);
              return refused == null ? Flow.of(nothing(request)) : Flow.failed(refused);
            });
  }

  private static Flow<GetItemResponse> from(
      PeriodTable table, GetItemRequest request, CallerNames names) {
    return TableCall.get(
            request.toBuilder().tableName(names.add(request.tableName(), table)).build())
        .map(names::shown)
        .mapFailure(names::readFailure);
  }

  private static GetItemResponse nothing(GetItemRequest request) {
    GetItemResponse.Builder nothing =
        GetItemResponse.builder()
            .consumedCapacity(
                CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity()));
    ResponseMetadata.copy(null, nothing);
    return nothing.build();
  }
}
