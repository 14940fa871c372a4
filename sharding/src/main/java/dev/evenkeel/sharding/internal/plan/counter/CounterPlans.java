package dev.evenkeel.sharding.internal.plan.counter;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.core.page.RowSizes;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Plans the requests that name one table of counters and are not refused outright. Batches, which
 * may name tables of other kinds too, and operations on tables are planned for all kinds together.
 */
public final class CounterPlans {
  private CounterPlans() {}

  /** The plan; null if the request is not one of these. */
  public static @Nullable Plan<?> of(
      ManagedTables<CounterTable> tables, DynamoDbRequest request, RowSizes rowSizes) {
    if (request instanceof UpdateItemRequest update) {
      CounterTable table = tables.find(update.tableName());
      return table == null ? null : AddPlan.of(table, update);
    }
    if (request instanceof GetItemRequest get) {
      CounterTable table = tables.find(get.tableName());
      return table == null ? null : CounterGetPlan.of(table, get);
    }
    if (request instanceof QueryRequest query) {
      CounterTable table = tables.find(query.tableName());
      return table == null ? null : CounterQueryPlan.of(table, query, rowSizes);
    }
    if (request instanceof DeleteItemRequest delete) {
      CounterTable table = tables.find(delete.tableName());
      return table == null ? null : CounterDeletePlan.of(table, delete);
    }
    return null;
  }
}
