package dev.evenkeel.chunking.internal.plan.read;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.chunking.internal.plan.store.Payloads;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.ManagedTables;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** The plan of each operation that reads. */
public final class ReadPlans {
  private ReadPlans() {}

  /**
   * Plans a request that reads.
   *
   * @param payloads where the payloads of a table are
   * @return ends with the response that belongs to the request; null if nothing managed can be in
   *     it, so that it is to be sent as it is
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured exactly
   */
  public static @Nullable Flow<?> of(
      ManagedTables<ChunkedTable> tables,
      DynamoDbRequest request,
      Function<ChunkedTable, Payloads> payloads) {
    Function<String, @Nullable Hydrator> hydrators =
        name -> {
          ChunkedTable table = tables.find(name);
          return table == null ? null : new Hydrator(table, payloads.apply(table));
        };
    if (request instanceof BatchGetItemRequest batch) {
      return BatchGetPlan.of(hydrators, batch);
    }
    if (request instanceof TransactGetItemsRequest transaction) {
      return TransactGetPlan.of(hydrators, transaction);
    }
    return ofOneTable(hydrators, request);
  }

  private static @Nullable Flow<?> ofOneTable(
      Function<String, @Nullable Hydrator> hydrators, DynamoDbRequest request) {
    String table = request.getValueForField("TableName", String.class).orElse(null);
    Hydrator hydrator = table == null ? null : hydrators.apply(table);
    if (hydrator == null) {
      return null;
    }
    if (request instanceof GetItemRequest get) {
      return GetItemPlan.of(hydrator, get);
    }
    if (request instanceof QueryRequest query) {
      return QueryPlan.of(hydrator, query);
    }
    return request instanceof ScanRequest scan ? ScanPlan.of(hydrator, scan) : null;
  }
}
