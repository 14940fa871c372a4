package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.internal.read.PagedRead;
import dev.evenkeel.timeseries.internal.read.ReadMeasure;
import dev.evenkeel.timeseries.internal.read.SeriesRead;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Scan: reads the tables of the times that its filter admits, one by one. */
final class Scan extends OperationPlan<SeriesTables, ScanRequest, Flow<ScanResponse>> {

  Scan() {
    super(Operation.SCAN, ScanRequest.class, Disposition.FAN_OUT, "Reads table after table");
  }

  @Override
  public @Nullable Flow<ScanResponse> plan(SeriesTables tables, ScanRequest request) {
    Series series = tables.find(request.tableName());
    return series == null ? null : covered(series, request, tables.now()).map(CoveredPage::page);
  }

  /** The plan of a scan, with the state of each period. */
  static Flow<CoveredPage<ScanResponse>> covered(Series series, ScanRequest request, Instant now) {
    Call call = new Call("Scan", request.tableName());
    call.refuseLegacy(request);
    SeriesRead read = new SeriesRead(call, series, request.indexName(), now);
    return read.sequential(
        paged(request),
        read.window(
            read.filtered(
                request.filterExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())),
        request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null,
        true,
        null);
  }

  private static PagedRead<ScanResponse> paged(ScanRequest request) {
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
            TableCall.scan(
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
          ScanResponse.Builder response =
              ScanResponse.builder()
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
