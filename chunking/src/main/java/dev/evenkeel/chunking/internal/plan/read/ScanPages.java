package dev.evenkeel.chunking.internal.plan.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A Scan. */
record ScanPages(Call call, ScanRequest request) implements PagedRequest<ScanResponse> {
  @Override
  public @Nullable String indexName() {
    return request.indexName();
  }

  @Override
  public @Nullable Select select() {
    return request.select();
  }

  @Override
  public @Nullable String keyCondition() {
    return null;
  }

  @Override
  public @Nullable String filter() {
    return request.filterExpression();
  }

  @Override
  public @Nullable String projection() {
    return request.projectionExpression();
  }

  @Override
  public Map<String, String> names() {
    return request.expressionAttributeNames();
  }

  @Override
  public Map<String, AttributeValue> values() {
    return request.expressionAttributeValues();
  }

  @Override
  public Map<String, AttributeValue> startKey() {
    return request.exclusiveStartKey();
  }

  @Override
  public Flow<ScanResponse> send(PageExpressions expressions, Changes changes) {
    if (expressions.areAsAsked() && changes.equals(Changes.NONE)) {
      return TableCall.scan(request);
    }
    ScanRequest.Builder sent =
        request.toBuilder()
            .filterExpression(expressions.filterText())
            .projectionExpression(expressions.projectionText())
            .expressionAttributeNames(expressions.definitions().names())
            .expressionAttributeValues(expressions.definitions().values());
    if (changes.consistent()) {
      sent.consistentRead(true);
    }
    if (changes.one()) {
      sent.limit(1);
    }
    return TableCall.scan(sent.build());
  }

  @Override
  public Page page(ScanResponse response) {
    return new Page(response.items(), response.scannedCount(), response.lastEvaluatedKey());
  }

  @Override
  public ScanResponse answer(ScanResponse response, Page page) {
    return response.toBuilder()
        .items(page.items())
        .count(page.items().size())
        .scannedCount(page.scannedCount())
        .lastEvaluatedKey(page.startKey().isEmpty() ? null : page.startKey())
        .build();
  }

  @Override
  public ScanResponse withCapacity(ScanResponse response, ConsumedCapacity capacity) {
    return response.toBuilder().consumedCapacity(capacity).build();
  }
}
