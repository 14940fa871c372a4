package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A write: sent as it is. Its items leave memory before, with the pages that they may be on, and
 * come back no sooner than after it.
 *
 * @param <Q> the operation's request
 * @param <R> the operation's response
 */
final class WriteOperation<Q extends DynamoDbRequest, R extends DynamoDbResponse>
    extends OperationPlan<CachingTables, Q, Flow<R>> {
  static final String SUMMARY = "Sent as it is; its items are taken out of memory before";

  private final BiConsumer<Q, Written> written;

  /** Takes the table and the attributes of each item that a request writes. */
  interface Written extends BiConsumer<@Nullable String, Map<String, AttributeValue>> {}

  private WriteOperation(Operation operation, Class<Q> type, BiConsumer<Q, Written> written) {
    super(operation, type, Disposition.PASS_THROUGH, SUMMARY);
    this.written = written;
  }

  static WriteOperation<PutItemRequest, PutItemResponse> put() {
    return new WriteOperation<>(
        Operation.PUT_ITEM,
        PutItemRequest.class,
        (request, items) -> items.accept(request.tableName(), request.item()));
  }

  static WriteOperation<DeleteItemRequest, DeleteItemResponse> delete() {
    return new WriteOperation<>(
        Operation.DELETE_ITEM,
        DeleteItemRequest.class,
        (request, items) -> items.accept(request.tableName(), request.key()));
  }

  static WriteOperation<BatchWriteItemRequest, BatchWriteItemResponse> batch() {
    return new WriteOperation<>(
        Operation.BATCH_WRITE_ITEM,
        BatchWriteItemRequest.class,
        (request, items) ->
            request
                .requestItems()
                .forEach((table, all) -> all.forEach(one -> written(table, one, items))));
  }

  private static void written(String table, WriteRequest write, Written items) {
    if (write.putRequest() != null) {
      items.accept(table, write.putRequest().item());
    }
    if (write.deleteRequest() != null) {
      items.accept(table, write.deleteRequest().key());
    }
  }

  static WriteOperation<TransactWriteItemsRequest, TransactWriteItemsResponse> transaction() {
    return new WriteOperation<>(
        Operation.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsRequest.class,
        (request, items) -> request.transactItems().forEach(one -> written(one, items)));
  }

  private static void written(TransactWriteItem action, Written items) {
    if (action.put() != null) {
      items.accept(action.put().tableName(), action.put().item());
    }
    if (action.update() != null) {
      items.accept(action.update().tableName(), action.update().key());
    }
    if (action.delete() != null) {
      items.accept(action.delete().tableName(), action.delete().key());
    }
  }

  @Override
  public @Nullable Flow<R> plan(CachingTables tables, Q request) {
    List<ItemKey> keys = new ArrayList<>();
    List<ItemKey> touched = new ArrayList<>();
    written.accept(
        request,
        (tableName, attributes) -> {
          CachedTable table = tables.find(tableName);
          if (table != null) {
            Stream.ofNullable(table.key(attributes)).forEach(keys::add);
            touched.addAll(table.touchedBy(attributes));
          }
        });
    return touched.isEmpty()
        ? null
        : Flow.defer(
            () ->
                tables.written(
                    tables.store().writing(touched),
                    Flow.ask(new TableCall<R>(Objects.requireNonNull(request))),
                    Removal.of(keys)));
  }
}
