package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** TransactWriteItems and TransactGetItems: twice the units, and all actions or none. */
record Transactions(Tables tables, Decisions decisions) {
  Flow<TransactWriteItemsResponse> write(TransactWriteItemsRequest request) {
    List<@Nullable Change> changes = new ArrayList<>();
    request.transactItems().forEach(action -> changes.add(change(action)));
    return Change.areRefused(changes, RequestLimits.ACTIONS_MAX)
        ? TableCall.transactWrite(request)
        : OldItems.orders(changes)
            .then(orders -> decisions.together(orders, () -> TableCall.transactWrite(request)));
  }

  private @Nullable Change change(TransactWriteItem action) {
    if (action.put() != null) {
      return Change.put(
          tables.of(action.put().tableName()), action.put().item(), WriteCapacity.TRANSACTIONAL);
    }
    if (action.delete() != null) {
      return Change.delete(
          tables.of(action.delete().tableName()),
          action.delete().key(),
          WriteCapacity.TRANSACTIONAL);
    }
    if (action.update() != null) {
      return Change.update(
          tables.of(action.update().tableName()),
          action.update().key(),
          action.update().updateExpression(),
          action.update().expressionAttributeNames(),
          action.update().expressionAttributeValues(),
          WriteCapacity.TRANSACTIONAL);
    }
    return action.conditionCheck() == null
        ? null
        : Change.check(
            tables.of(action.conditionCheck().tableName()), action.conditionCheck().key());
  }

  Flow<TransactGetItemsResponse> get(TransactGetItemsRequest request) {
    boolean projected =
        request.transactItems().stream()
            .map(TransactGetItem::get)
            .anyMatch(get -> get != null && get.projectionExpression() != null);
    return TableCall.transactGet(projected ? whole(request) : request)
        .then(
            answer ->
                decisions.together(
                    orders(request, answer),
                    () -> projected ? TableCall.transactGet(request) : Flow.of(answer)));
  }

  private List<@Nullable Order> orders(
      TransactGetItemsRequest request, TransactGetItemsResponse answer) {
    List<@Nullable Order> orders = new ArrayList<>();
    for (int i = 0; i < request.transactItems().size(); i++) {
      Get get = request.transactItems().get(i).get();
      SimulatedTable table = tables.of(get.tableName());
      orders.add(
          table == null
              ? null
              : new Order(
                  table,
                  table.read(
                      get.key(), answer.responses().get(i).item(), ReadCapacity.TRANSACTIONAL)));
    }
    return orders;
  }

  private static TransactGetItemsRequest whole(TransactGetItemsRequest request) {
    return request.toBuilder()
        .transactItems(request.transactItems().stream().map(Transactions::whole).toList())
        .build();
  }

  /** DynamoDB refuses an empty transaction. */
  private static TransactGetItem whole(TransactGetItem item) {
    Get get = item.get();
    return get == null
        ? item
        : item.toBuilder()
            .get(get.toBuilder().projectionExpression(null).expressionAttributeNames(null).build())
            .build();
  }
}
