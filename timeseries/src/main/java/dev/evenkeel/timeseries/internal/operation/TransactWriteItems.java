package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** TransactWriteItems: one transaction, whatever periods it spans. */
final class TransactWriteItems
    extends OperationPlan<
        SeriesTables, TransactWriteItemsRequest, Flow<TransactWriteItemsResponse>> {

  /** The tables that a transaction addresses, for the documentation. */
  static final String ONE_TRANSACTION =
      "One transaction, each action on the table of its item's time";

  TransactWriteItems() {
    super(
        Operation.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsRequest.class,
        Disposition.REWRITE,
        ONE_TRANSACTION);
  }

  @Override
  public @Nullable Flow<TransactWriteItemsResponse> plan(
      SeriesTables tables, TransactWriteItemsRequest request) {
    if (!tables.managed().namedBy(request)) {
      return null;
    }
    TransactTables routing = new TransactTables(tables, "TransactWriteItems");
    List<TransactWriteItem> routed = new ArrayList<>();
    for (TransactWriteItem item : request.transactItems()) {
      routed.add(routed(routing, item, "transactItems[%d].".formatted(routed.size())));
    }
    return TableCall.transactWrite(request.toBuilder().transactItems(routed).build())
        .map(response -> shown(routing, response))
        .mapFailure(routing::failure);
  }

  private static TransactWriteItem routed(
      TransactTables routing, TransactWriteItem item, String place) {
    Put put = item.put();
    Update update = item.update();
    Delete delete = item.delete();
    ConditionCheck check = item.conditionCheck();
    TransactWriteItem.Builder routed = item.toBuilder();
    if (put != null) {
      String table = routing.forWrite(put.tableName(), put.item(), place + "put: ");
      routed.put(put.toBuilder().tableName(table).build());
    }
    if (update != null) {
      String table = routing.forWrite(update.tableName(), update.key(), place + "update: ");
      routed.update(update.toBuilder().tableName(table).build());
    }
    if (delete != null) {
      String table = routing.forWrite(delete.tableName(), delete.key(), place + "delete: ");
      routed.delete(delete.toBuilder().tableName(table).build());
    }
    if (check != null) {
      String table = routing.forRead(check.tableName(), check.key(), place + "conditionCheck: ");
      routed.conditionCheck(check.toBuilder().tableName(table).build());
    }
    return routed.build();
  }

  private static TransactWriteItemsResponse shown(
      TransactTables routing, TransactWriteItemsResponse response) {
    if (!response.hasConsumedCapacity() && !response.hasItemCollectionMetrics()) {
      return response;
    }
    TransactWriteItemsResponse.Builder shown = response.toBuilder();
    if (response.hasConsumedCapacity()) {
      shown.consumedCapacity(routing.capacity(response.consumedCapacity()));
    }
    if (response.hasItemCollectionMetrics()) {
      Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
      response
          .itemCollectionMetrics()
          .forEach(
              (table, some) ->
                  metrics
                      .computeIfAbsent(routing.callerName(table), ignored -> new ArrayList<>())
                      .addAll(some));
      shown.itemCollectionMetrics(metrics);
    }
    return shown.build();
  }
}
