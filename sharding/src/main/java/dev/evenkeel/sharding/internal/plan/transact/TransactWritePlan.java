package dev.evenkeel.sharding.internal.plan.transact;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** TransactWriteItems: one transaction, each action on the shard of its item. */
public final class TransactWritePlan {
  private TransactWritePlan() {}

  public static Plan<TransactWriteItemsResponse> of(
      ManagedTables<ShardedTable> tables, TransactWriteItemsRequest request) {
    TransactionFailure failure = new TransactionFailure();
    WriteActions actions = new WriteActions(tables, request.clientRequestToken(), failure);
    List<TransactWriteItem> physical =
        request.transactItems().stream().map(actions::physical).toList();
    return Plan.of(
        TableCall.transactWrite(request.toBuilder().transactItems(physical).build())
            .mapFailure(failure::logical)
            .map(response -> logical(tables, response))
            .step(TransactWritePlan.class, "write"));
  }

  private static TransactWriteItemsResponse logical(
      ManagedTables<ShardedTable> tables, TransactWriteItemsResponse response) {
    if (!response.hasItemCollectionMetrics()) {
      return response;
    }
    Map<String, List<ItemCollectionMetrics>> metrics =
        new HashMap<>(response.itemCollectionMetrics());
    metrics.replaceAll(
        (name, ofTable) -> {
          ShardedTable table = tables.find(name);
          return table == null ? ofTable : ofTable.stream().map(table.view()::metrics).toList();
        });
    return response.toBuilder().itemCollectionMetrics(metrics).build();
  }
}
