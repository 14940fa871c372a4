package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.query.QueryShape;
import dev.evenkeel.sharding.internal.query.QueryTarget;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query on counters: every row is read, and rows of one key are one. */
public final class CounterQueryPlan {
  private CounterQueryPlan() {}

  public static Plan<QueryResponse> of(
      CounterTable table, QueryRequest request, RowSizes rowSizes) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    refusePartialView(call, request);
    QueryTarget target = QueryTarget.table(table.key());
    if (target.isForTheEngineToRefuse(request)) { // it need not be made physical for that
      return Plan.of(TableCall.query(request));
    }
    QueryShape shape = QueryShape.of(call, table, request, target);
    KeyAttribute sort = target.sort();
    return sort == null
        ? SingleCounterQuery.of(call, table, request, shape)
        : new MergedCounterQuery(call, table, target, sort, request, shape)
            .plan(rowSizes.of(table.name(), null));
  }

  private static void refusePartialView(Call call, QueryRequest request) {
    if (request.indexName() != null) {
      throw call.refuse(
          "index '" + request.indexName() + "' holds the rows of counters, each a part of a sum",
          "Query the table");
    }
    if (request.filterExpression() != null) {
      throw call.refuse(
          "a filter would be asked of rows, each of which holds a part of a sum",
          "Query without a filter and filter the sums; it costs the same");
    }
  }
}
