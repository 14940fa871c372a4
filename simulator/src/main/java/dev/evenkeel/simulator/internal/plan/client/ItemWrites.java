package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.Collections;
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
record ItemWrites(Tables tables, Decisions decisions) {
  Flow<PutItemResponse> put(PutItemRequest request) {
    return write(
        request,
        Change.put(tables.of(request.tableName()), request.item(), WriteCapacity.STANDARD));
  }

  Flow<DeleteItemResponse> delete(DeleteItemRequest request) {
    return write(
        request,
        Change.delete(tables.of(request.tableName()), request.key(), WriteCapacity.STANDARD));
  }

  Flow<UpdateItemResponse> update(UpdateItemRequest request) {
    return write(
        request,
        Change.update(
            tables.of(request.tableName()),
            request.key(),
            request.updateExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            WriteCapacity.STANDARD));
  }

  private <R extends DynamoDbResponse> Flow<R> write(
      DynamoDbRequest request, @Nullable Change change) {
    return OldItems.orders(Collections.singletonList(change))
        .then(orders -> decisions.sorted(orders, throttled -> Decisions.<R>send(request)));
  }
}
