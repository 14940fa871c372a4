package dev.evenkeel.sharding.internal.layout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Renames the tables of requests on items. */
final class RequestNames {
  private RequestNames() {}

  /** The same request of other tables; one that is not on items stays as it is. */
  static DynamoDbRequest of(DynamoDbRequest request, UnaryOperator<String> name) {
    if (request instanceof GetItemRequest get) {
      return get.toBuilder().tableName(name.apply(get.tableName())).build();
    }
    if (request instanceof PutItemRequest put) {
      return put.toBuilder().tableName(name.apply(put.tableName())).build();
    }
    if (request instanceof UpdateItemRequest update) {
      return update.toBuilder().tableName(name.apply(update.tableName())).build();
    }
    if (request instanceof DeleteItemRequest delete) {
      return delete.toBuilder().tableName(name.apply(delete.tableName())).build();
    }
    if (request instanceof QueryRequest query) {
      return query.toBuilder().tableName(name.apply(query.tableName())).build();
    }
    if (request instanceof ScanRequest scan) {
      return scan.toBuilder().tableName(name.apply(scan.tableName())).build();
    }
    return ofSeveral(request, name);
  }

  private static DynamoDbRequest ofSeveral(DynamoDbRequest request, UnaryOperator<String> name) {
    if (request instanceof BatchGetItemRequest batch) {
      return batch.toBuilder().requestItems(keys(batch.requestItems(), name)).build();
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch.toBuilder().requestItems(keys(batch.requestItems(), name)).build();
    }
    if (request instanceof TransactGetItemsRequest reads) {
      List<TransactGetItem> items =
          reads.transactItems().stream().map(item -> renamed(item, name)).toList();
      return reads.toBuilder().transactItems(items).build();
    }
    if (request instanceof TransactWriteItemsRequest writes) {
      List<TransactWriteItem> items =
          writes.transactItems().stream().map(item -> renamed(item, name)).toList();
      return writes.toBuilder().transactItems(items).build();
    }
    return request;
  }

  /** The same entries under other names. */
  static <V> Map<String, V> keys(Map<String, V> byTable, UnaryOperator<String> name) {
    Map<String, V> renamed = new LinkedHashMap<>();
    byTable.forEach((table, value) -> renamed.put(name.apply(table), value));
    return renamed;
  }

  private static TransactGetItem renamed(TransactGetItem item, UnaryOperator<String> name) {
    Get get = item.get();
    return get == null
        ? item
        : item.toBuilder()
            .get(get.toBuilder().tableName(name.apply(get.tableName())).build())
            .build();
  }

  private static TransactWriteItem renamed(TransactWriteItem item, UnaryOperator<String> name) {
    @Nullable Put put = item.put();
    @Nullable Update update = item.update();
    @Nullable Delete delete = item.delete();
    @Nullable ConditionCheck check = item.conditionCheck();
    TransactWriteItem.Builder renamed = item.toBuilder();
    if (put != null) {
      renamed.put(put.toBuilder().tableName(name.apply(put.tableName())).build());
    }
    if (update != null) {
      renamed.update(update.toBuilder().tableName(name.apply(update.tableName())).build());
    }
    if (delete != null) {
      renamed.delete(delete.toBuilder().tableName(name.apply(delete.tableName())).build());
    }
    if (check != null) {
      renamed.conditionCheck(check.toBuilder().tableName(name.apply(check.tableName())).build());
    }
    return renamed.build();
  }
}
