package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query, table by table. */
record QueryPages(QueryRequest request) implements PagedRead<QueryResponse> {

  @Override
  public @Nullable Integer limit() {
    return request.limit();
  }

  @Override
  public Flow<Slice> ask(
      String table, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limit) {
    QueryRequest on =
        request.toBuilder()
            .tableName(table)
            .exclusiveStartKey(startKey)
            .limit(limit)
            .returnConsumedCapacity(measure().toSend())
            .build();
    return TableCall.query(on).map(this::slice);
  }

  private ReadMeasure measure() {
    return new ReadMeasure(
        request.filterExpression() == null
            && request.projectionExpression() == null
            && request.select() != Select.COUNT
            && (request.indexName() == null || request.select() != Select.ALL_ATTRIBUTES),
        request.returnConsumedCapacityAsString(),
        Boolean.TRUE.equals(request.consistentRead()));
  }

  private Slice slice(QueryResponse answer) {
    return new Slice(
        answer.items(),
        answer.count(),
        answer.scannedCount(),
        answer.lastEvaluatedKey(),
        measure().isAsked() ? answer.consumedCapacity() : null,
        measure().bytes(answer.scannedCount(), answer.items(), answer.consumedCapacity()),
        answer);
  }

  @Override
  public QueryResponse response(List<Slice> slices, @Nullable Map<String, AttributeValue> lastKey) {
    SliceSum sum = new SliceSum(slices);
    QueryResponse.Builder response =
        QueryResponse.builder()
            .count(sum.count())
            .scannedCount(sum.scannedCount())
            .lastEvaluatedKey(lastKey)
            .consumedCapacity(sum.capacity(request.tableName(), request.returnConsumedCapacity()));
    if (request.select() != Select.COUNT) {
      response.items(sum.items());
    }
    ResponseMetadata.copy(sum.answer(), response);
    return response.build();
  }
}
