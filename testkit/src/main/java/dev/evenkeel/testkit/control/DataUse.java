package dev.evenkeel.testkit.control;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The tables that a request reads or writes.
 *
 * @param writes how many items it writes, by table; 0 where it reads or checks only
 */
record DataUse(Map<String, Integer> writes) {
  /** Null if it is no request on items that the simulator knows; PartiQL is none. */
  static @Nullable DataUse of(DynamoDbRequest request) {
    if (request instanceof PutItemRequest
        || request instanceof UpdateItemRequest
        || request instanceof DeleteItemRequest) {
      return one(request, 1);
    }
    if (request instanceof GetItemRequest
        || request instanceof QueryRequest
        || request instanceof ScanRequest) {
      return one(request, 0);
    }
    if (request instanceof BatchGetItemRequest batch) {
      return reads(batch.requestItems().keySet().stream());
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch(batch.requestItems());
    }
    if (request instanceof TransactGetItemsRequest transaction) {
      return reads(transaction.transactItems().stream().map(item -> item.get().tableName()));
    }
    return request instanceof TransactWriteItemsRequest transaction
        ? transaction(transaction.transactItems())
        : null;
  }

  /** Whether it was actually done. */
  DataUse without(DynamoDbResponse answer) {
    if (!(answer instanceof BatchWriteItemResponse batch) || !batch.hasUnprocessedItems()) {
      return this;
    }
    DataUse left = batch(batch.unprocessedItems());
    Map<String, Integer> done = new HashMap<>(writes);
    left.writes.forEach((table, count) -> done.merge(table, -count, Integer::sum));
    return new DataUse(done);
  }

  private static DataUse one(DynamoDbRequest request, int writes) {
    String table = Objects.requireNonNullElse(ControlOperations.tableOf(request), "");
    return new DataUse(Map.of(table, writes));
  }

  private static DataUse reads(Stream<String> tables) {
    Map<String, Integer> uses = new HashMap<>();
    tables.forEach(table -> uses.put(ControlOperations.name(table), 0));
    return new DataUse(uses);
  }

  private static DataUse batch(Map<String, List<WriteRequest>> items) {
    Map<String, Integer> writes = new HashMap<>();
    items.forEach(
        (table, requests) ->
            writes.merge(ControlOperations.name(table), requests.size(), Integer::sum));
    return new DataUse(writes);
  }

  private static DataUse transaction(Collection<TransactWriteItem> items) {
    Map<String, Integer> writes = new HashMap<>();
    for (TransactWriteItem item : items) {
      boolean check = item.conditionCheck() != null;
      writes.merge(ControlOperations.name(table(item)), check ? 0 : 1, Integer::sum);
    }
    return new DataUse(writes);
  }

  private static String table(TransactWriteItem item) {
    if (item.put() != null) {
      return item.put().tableName();
    }
    if (item.update() != null) {
      return item.update().tableName();
    }
    return item.delete() != null ? item.delete().tableName() : item.conditionCheck().tableName();
  }
}
