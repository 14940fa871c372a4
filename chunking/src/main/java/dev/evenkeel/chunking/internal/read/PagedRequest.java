package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A Query or a Scan, as far as they are alike.
 *
 * @param <R> the response
 * @param keyCondition null of a Scan
 * @param startKey empty if it begins at the beginning
 * @param unchanged sends what the caller sent
 * @param changed sends it with other expressions, and what else is different
 * @param page reads the page of a response
 * @param answer a response with another page
 */
public record PagedRequest<R extends DynamoDbResponse>(
    Call call,
    @Nullable String indexName,
    @Nullable Select select,
    @Nullable String keyCondition,
    @Nullable String filter,
    @Nullable String projection,
    Map<String, String> names,
    Map<String, AttributeValue> values,
    Map<String, AttributeValue> startKey,
    Flow<R> unchanged,
    BiFunction<PageExpressions, Changes, Flow<R>> changed,
    Function<R, Page> page,
    BiFunction<R, Page, R> answer) {

  public static PagedRequest<QueryResponse> of(Call call, QueryRequest request) {
    return new PagedRequest<>(
        call,
        request.indexName(),
        request.select(),
        request.keyConditionExpression(),
        request.filterExpression(),
        request.projectionExpression(),
        request.expressionAttributeNames(),
        request.expressionAttributeValues(),
        request.exclusiveStartKey(),
        TableCall.query(request),
        (expressions, changes) ->
            TableCall.query(
                request.toBuilder()
                    .filterExpression(expressions.filterText())
                    .projectionExpression(expressions.projectionText())
                    .expressionAttributeNames(expressions.definitions().names())
                    .expressionAttributeValues(expressions.definitions().values())
                    .consistentRead(changes.consistent() ? Boolean.TRUE : request.consistentRead())
                    .limit(changes.one() ? Integer.valueOf(1) : request.limit())
                    .build()),
        response ->
            new Page(response.items(), response.scannedCount(), response.lastEvaluatedKey()),
        (response, page) ->
            response.toBuilder()
                .items(page.items())
                .count(page.items().size())
                .scannedCount(page.scannedCount())
                .lastEvaluatedKey(page.nextKey())
                .build());
  }

  public static PagedRequest<ScanResponse> of(Call call, ScanRequest request) {
    return new PagedRequest<>(
        call,
        request.indexName(),
        request.select(),
        null,
        request.filterExpression(),
        request.projectionExpression(),
        request.expressionAttributeNames(),
        request.expressionAttributeValues(),
        request.exclusiveStartKey(),
        TableCall.scan(request),
        (expressions, changes) ->
            TableCall.scan(
                request.toBuilder()
                    .filterExpression(expressions.filterText())
                    .projectionExpression(expressions.projectionText())
                    .expressionAttributeNames(expressions.definitions().names())
                    .expressionAttributeValues(expressions.definitions().values())
                    .consistentRead(changes.consistent() ? Boolean.TRUE : request.consistentRead())
                    .limit(changes.one() ? Integer.valueOf(1) : request.limit())
                    .build()),
        response ->
            new Page(response.items(), response.scannedCount(), response.lastEvaluatedKey()),
        (response, page) ->
            response.toBuilder()
                .items(page.items())
                .count(page.items().size())
                .scannedCount(page.scannedCount())
                .lastEvaluatedKey(page.nextKey())
                .build());
  }

  Flow<R> send(PageExpressions expressions, Changes changes) {
    return expressions.areAsAsked() && changes.equals(Changes.NONE)
        ? unchanged
        : changed.apply(expressions, changes);
  }

  /**
   * The differences of a repeated request from the first.
   *
   * @param consistent whether it is consistent, whatever the caller requested
   * @param one whether it is for one row only, whatever the caller requested
   */
  record Changes(boolean consistent, boolean one) {
    static final Changes NONE = new Changes(false, false);
    static final Changes ONE_ROW = new Changes(false, true);
  }

  /**
   * A page of a Query or a Scan.
   *
   * @param startKey where the next page begins; empty if there is none
   */
  record Page(
      List<Map<String, AttributeValue>> items,
      int scannedCount,
      Map<String, AttributeValue> startKey) {

    @Nullable Map<String, AttributeValue> nextKey() {
      return startKey.isEmpty() ? null : startKey;
    }
  }
}
