package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import java.util.Collections;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * PutItem, UpdateItem and DeleteItem: the old item is read, the write decided, and only then sent.
 */
record ItemWrites(TableCatalog catalog, Decisions decisions) {
  Flow<PutItemResponse> put(PutItemRequest request) {
    return write(
        request,
        tables ->
            Change.put(tables.of(request.tableName()), request.item(), WriteCapacity.STANDARD));
  }

  Flow<DeleteItemResponse> delete(DeleteItemRequest request) {
    return write(
        request,
        tables ->
            Change.delete(tables.of(request.tableName()), request.key(), WriteCapacity.STANDARD));
  }

  Flow<UpdateItemResponse> update(UpdateItemRequest request) {
    if (request.hasAttributeUpdates()) {
      throw new Call("UpdateItem", request.tableName())
          .refuse("the legacy parameter AttributeUpdates is used", "Use UpdateExpression");
    }
    return write(request, tables -> update(tables.of(request.tableName()), request));
  }

  private static @Nullable Change update(
      @Nullable SimulatedTable table, UpdateItemRequest request) {
    return Change.update(
        table,
        request.key(),
        request.updateExpression(),
        request.expressionAttributeNames(),
        request.expressionAttributeValues(),
        WriteCapacity.STANDARD);
  }

  private <R extends DynamoDbResponse> Flow<R> write(
      DynamoDbRequest request, Function<Tables, @Nullable Change> change) {
    return catalog
        .of(request)
        .then(tables -> OldItems.orders(Collections.singletonList(change.apply(tables))))
        .then(orders -> decisions.sorted(orders, throttled -> Decisions.<R>send(request)));
  }
}
