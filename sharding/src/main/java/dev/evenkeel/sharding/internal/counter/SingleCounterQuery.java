package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.query.QueryShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Query on a table of counters without a sort key: it finds one counter or none, as a GetItem does,
 * and is read like one, with fewer requests than one query per row.
 */
public final class SingleCounterQuery {
  private SingleCounterQuery() {}

  public static Plan<QueryResponse> of(
      Call call, CounterTable table, QueryRequest request, QueryShape shape) {
    if (isRefusedOnlyAsQuery(request)) {
      return Plan.of(TableCall.query(request));
    }
    if (request.hasExclusiveStartKey()) {
      new CounterStartKey(call, table, shape).requireKey(request.exclusiveStartKey());
      ConsumedCapacity nothing =
          CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity());
      return Plan.of(Flow.of(page(request, List.of(), nothing, null).build()));
    }
    Map<String, AttributeValue> key = Map.of(table.partitionKey(), shape.logicalKey());
    return CounterGetPlan.of(table, get(request, key)).map(found -> response(request, key, found));
  }

  /** Since a GetItem is sent instead, the engine would not see what it refuses in a query. */
  private static boolean isRefusedOnlyAsQuery(QueryRequest query) {
    Map<String, String> names = query.expressionAttributeNames();
    List<Expression> expressions = new ArrayList<>();
    expressions.add(ExpressionParser.keyCondition(query.keyConditionExpression(), names));
    if (query.projectionExpression() != null) {
      expressions.add(ExpressionParser.projection(query.projectionExpression(), names));
    }
    return !selects(query)
        || !PlaceholderUse.of(expressions)
            .matches(names.keySet(), query.expressionAttributeValues().keySet());
  }

  /** Whether the engine takes Select, which a GetItem does not have, on a table. */
  private static boolean selects(QueryRequest query) {
    boolean projected = query.projectionExpression() != null;
    return query.selectAsString() == null
        || (projected
            ? query.select() == Select.SPECIFIC_ATTRIBUTES
            : query.select() == Select.ALL_ATTRIBUTES || query.select() == Select.COUNT);
  }

  private static GetItemRequest get(QueryRequest query, Map<String, AttributeValue> key) {
    GetItemRequest.Builder get =
        GetItemRequest.builder()
            .tableName(query.tableName())
            .key(key)
            .consistentRead(query.consistentRead())
            .returnConsumedCapacity(query.returnConsumedCapacity())
            .overrideConfiguration(query.overrideConfiguration().orElse(null));
    String projection = query.projectionExpression();
    if (projection != null) {
      Map<String, String> names = query.expressionAttributeNames();
      Map<String, String> used =
          PlaceholderUse.of(ExpressionParser.projection(projection, names)).usedNames(names);
      get.projectionExpression(projection).expressionAttributeNames(used.isEmpty() ? null : used);
    }
    return get.build();
  }

  private static QueryResponse response(
      QueryRequest request, Map<String, AttributeValue> key, GetItemResponse found) {
    List<Map<String, AttributeValue>> items = found.hasItem() ? List.of(found.item()) : List.of();
    QueryResponse.Builder response = page(request, items, found.consumedCapacity(), found);
    if (found.hasItem() && request.limit() != null && request.limit() == 1) {
      response.lastEvaluatedKey(key);
    }
    return response.build();
  }

  /**
   * @param answer null if nothing was asked
   */
  private static QueryResponse.Builder page(
      QueryRequest request,
      List<Map<String, AttributeValue>> items,
      @Nullable ConsumedCapacity consumed,
      @Nullable GetItemResponse answer) {
    QueryResponse.Builder page =
        QueryResponse.builder()
            .count(items.size())
            .scannedCount(items.size())
            .consumedCapacity(consumed);
    if (request.select() != Select.COUNT) {
      page.items(items);
    }
    ResponseMetadata.copy(answer, page);
    return page;
  }
}
