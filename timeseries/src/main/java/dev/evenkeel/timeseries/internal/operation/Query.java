package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.internal.read.PagedRead;
import dev.evenkeel.timeseries.internal.read.PeriodWindow;
import dev.evenkeel.timeseries.internal.read.QueryShape;
import dev.evenkeel.timeseries.internal.read.ReadMeasure;
import dev.evenkeel.timeseries.internal.read.SeriesRead;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query: reads the tables of the times that it asks for, one by one or merged. */
final class Query extends OperationPlan<SeriesTables, QueryRequest, Flow<QueryResponse>> {

  Query() {
    super(
        Operation.QUERY,
        QueryRequest.class,
        Disposition.FAN_OUT,
        "Reads the tables of the times that it asks for: one after the other where time is the"
            + " order, else side by side and merged");
  }

  @Override
  public @Nullable Flow<QueryResponse> plan(SeriesTables tables, QueryRequest request) {
    Series series = tables.find(request.tableName());
    return series == null ? null : covered(series, request, tables.now()).map(CoveredPage::page);
  }

  /** The plan of a query, with the state of each period. */
  static Flow<CoveredPage<QueryResponse>> covered(
      Series series, QueryRequest request, Instant now) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    SeriesRead read = new SeriesRead(call, series, request.indexName(), now);
    QueryShape shape = QueryShape.of(call, read.target(), request);
    List<SortKeyRange> bounds =
        new ArrayList<>(
            read.filtered(
                request.filterExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()));
    bounds.add(
        QueryShape.range(
            call, read.time(), shape.condition(), request.expressionAttributeValues()));
    PeriodWindow window = read.window(bounds);
    boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
    boolean inOrderOfTime = read.time().equals(shape.order());
    boolean severalTables = window.tables(forward, null, 2).size() > 1;
    if (shape.order() != null
        && !inOrderOfTime
        && severalTables
        && (request.limit() == null || request.limit() > 0)) {
      return read.merged(request, shape, window, forward);
    }
    return read.sequential(
        paged(request),
        window,
        request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null,
        forward,
        inOrderOfTime ? shape.fixed(request.expressionAttributeValues()) : null);
  }

  private static PagedRead<QueryResponse> paged(QueryRequest request) {
    ReadMeasure measure =
        ReadMeasure.of(
            request.filterExpression(),
            request.projectionExpression(),
            request.select(),
            request.indexName(),
            request.returnConsumedCapacityAsString(),
            request.consistentRead());
    return new PagedRead<>(
        request,
        request.limit(),
        (table, startKey, limit) ->
            TableCall.query(
                    request.toBuilder()
                        .tableName(table)
                        .exclusiveStartKey(startKey)
                        .limit(limit)
                        .returnConsumedCapacity(measure.toSend())
                        .build())
                .map(
                    answer ->
                        measure.page(
                            answer.items(),
                            answer.count(),
                            answer.scannedCount(),
                            answer.lastEvaluatedKey(),
                            answer.consumedCapacity(),
                            answer)),
        (sum, lastKey) -> {
          QueryResponse.Builder response =
              QueryResponse.builder()
                  .count(sum.count())
                  .scannedCount(sum.scannedCount())
                  .lastEvaluatedKey(lastKey)
                  .consumedCapacity(
                      sum.capacity(request.tableName(), request.returnConsumedCapacity()));
          if (request.select() != Select.COUNT) {
            response.items(sum.items());
          }
          ResponseMetadata.copy(sum.answer(), response);
          return response.build();
        });
  }
}
