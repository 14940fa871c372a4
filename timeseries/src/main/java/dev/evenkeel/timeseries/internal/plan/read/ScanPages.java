package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Scan, table by table: in each the engine's order, segment by segment if that was asked. */
record ScanPages(ScanRequest request) implements PagedRead<ScanResponse> {

  @Override
  public @Nullable Integer limit() {
    return request.limit();
  }

  @Override
  public Flow<Slice> ask(
      String table, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limit) {
    ScanRequest on =
        request.toBuilder().tableName(table).exclusiveStartKey(startKey).limit(limit).build();
    return TableCall.scan(on).map(ScanPages::slice);
  }

  private static Slice slice(ScanResponse answer) {
    return new Slice(
        answer.items(),
        answer.count(),
        answer.scannedCount(),
        answer.lastEvaluatedKey(),
        answer.consumedCapacity(),
        answer);
  }

  @Override
  public ScanResponse response(List<Slice> slices, @Nullable Map<String, AttributeValue> lastKey) {
    SliceSum sum = new SliceSum(slices);
    ScanResponse.Builder response =
        ScanResponse.builder()
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
