package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.transact.TransactionFailure;
import dev.evenkeel.sharding.internal.transact.WriteActions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** TransactWriteItems: one transaction, each action on the shard of its item. */
final class TransactWriteItems
    extends ShardingOperation<TransactWriteItemsRequest, TransactWriteItemsResponse> {
  TransactWriteItems() {
    super(
        Operation.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsRequest.class,
        Disposition.REWRITE,
        "One transaction, each action on the shard of its item; where the shard is drawn, puts"
            + " only");
  }

  @Override
  public @Nullable Plan<TransactWriteItemsResponse> plan(
      ShardingTables tables, TransactWriteItemsRequest request) {
    ManagedTables<ShardedTable> sharded = tables.sharded();
    if (!sharded.namedBy(request)) {
      return null;
    }
    TransactionFailure failure = new TransactionFailure();
    WriteActions actions = new WriteActions(sharded, request.clientRequestToken(), failure);
    List<TransactWriteItem> physical =
        request.transactItems().stream().map(actions::physical).toList();
    return Plan.of(
        TableCall.transactWrite(request.toBuilder().transactItems(physical).build())
            .mapFailure(failure::logical)
            .map(response -> logical(sharded, response)));
  }

  @Override
  void written(TransactWriteItemsRequest request, WrittenItems items) {
    request.transactItems().forEach(items::add);
  }

  /** A repeat finds its shards by the token. */
  @Override
  boolean drawsAnew() {
    return false;
  }

  /**
   * A transaction keeps its token where it is planned anew: an attempt that was not answered may
   * have been applied. The SDK would draw another one for each plan.
   */
  @Override
  TransactWriteItemsRequest withToken(TransactWriteItemsRequest request, Supplier<String> token) {
    return request.clientRequestToken() == null
        ? request.toBuilder().clientRequestToken(token.get()).build()
        : request;
  }

  @Override
  String drawnPut(TransactWriteItemsRequest request) {
    return request.clientRequestToken() == null
        ? super.drawnPut(request)
        : "the shard of a put follows from the ClientRequestToken";
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
