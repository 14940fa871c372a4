package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A query or a scan, which read tables alike: table by table, and a scan in each in the engine's
 * order, segment by segment if that was asked.
 *
 * @param <R> the response
 * @param request what the caller sent
 * @param limit the caller's; null if there is none
 * @param table asks one table
 * @param answer the response to the caller
 */
record PagedRead<R>(
    DynamoDbRequest request, @Nullable Integer limit, OfTable table, OfAll<R> answer) {

  /** Asks one table. */
  interface OfTable {
    Flow<Slice> ask(
        String table, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limit);
  }

  /** Makes the response of what the tables gave. */
  interface OfAll<R> {
    /**
     * The response of a page.
     *
     * @param lastKey where the next page goes on; null if nothing is left
     */
    R response(SliceSum sum, @Nullable Map<String, AttributeValue> lastKey);
  }

  static PagedRead<QueryResponse> of(QueryRequest request) {
    ReadMeasure measure =
        new ReadMeasure(
            request.filterExpression() == null
                && request.projectionExpression() == null
                && isWhole(request.select(), request.indexName()),
            request.returnConsumedCapacityAsString(),
            Boolean.TRUE.equals(request.consistentRead()));
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
                        new Slice(
                            answer.items(),
                            answer.count(),
                            answer.scannedCount(),
                            answer.lastEvaluatedKey(),
                            measure.shown(answer.consumedCapacity()),
                            measure.bytes(
                                answer.scannedCount(), answer.items(), answer.consumedCapacity()),
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

  static PagedRead<ScanResponse> of(ScanRequest request) {
    ReadMeasure measure =
        new ReadMeasure(
            request.filterExpression() == null
                && request.projectionExpression() == null
                && isWhole(request.select(), request.indexName()),
            request.returnConsumedCapacityAsString(),
            Boolean.TRUE.equals(request.consistentRead()));
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
                        new Slice(
                            answer.items(),
                            answer.count(),
                            answer.scannedCount(),
                            answer.lastEvaluatedKey(),
                            measure.shown(answer.consumedCapacity()),
                            measure.bytes(
                                answer.scannedCount(), answer.items(), answer.consumedCapacity()),
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

  private static boolean isWhole(@Nullable Select select, @Nullable String index) {
    return select != Select.COUNT && (index == null || select != Select.ALL_ATTRIBUTES);
  }

  Flow<Slice> ask(
      String name, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limitLeft) {
    return table.ask(name, startKey, limitLeft);
  }

  R response(List<Slice> slices, @Nullable Map<String, AttributeValue> lastKey) {
    return answer.response(new SliceSum(slices), lastKey);
  }
}
