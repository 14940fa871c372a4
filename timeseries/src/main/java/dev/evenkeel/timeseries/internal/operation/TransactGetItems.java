package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** TransactGetItems: one transaction, whatever periods it spans. */
final class TransactGetItems
    extends OperationPlan<SeriesTables, TransactGetItemsRequest, Flow<TransactGetItemsResponse>> {

  TransactGetItems() {
    super(
        Operation.TRANSACT_GET_ITEMS,
        TransactGetItemsRequest.class,
        Disposition.REWRITE,
        TransactWriteItems.ONE_TRANSACTION);
  }

  @Override
  public @Nullable Flow<TransactGetItemsResponse> plan(
      SeriesTables tables, TransactGetItemsRequest request) {
    if (!tables.managed().namedBy(request)) {
      return null;
    }
    TransactTables routing = new TransactTables(tables, "TransactGetItems");
    List<TransactGetItem> routed = new ArrayList<>();
    for (TransactGetItem item : request.transactItems()) {
      routed.add(routed(routing, item, "transactItems[%d].get: ".formatted(routed.size())));
    }
    return TableCall.transactGet(request.toBuilder().transactItems(routed).build())
        .map(
            response ->
                response.hasConsumedCapacity()
                    ? response.toBuilder()
                        .consumedCapacity(routing.capacity(response.consumedCapacity()))
                        .build()
                    : response)
        .mapFailure(routing::failure);
  }

  private static TransactGetItem routed(
      TransactTables routing, TransactGetItem item, String place) {
    Get get = item.get();
    if (get == null) {
      return item;
    }
    String table = routing.forRead(get.tableName(), get.key(), place);
    return item.toBuilder().get(get.toBuilder().tableName(table).build()).build();
  }
}
