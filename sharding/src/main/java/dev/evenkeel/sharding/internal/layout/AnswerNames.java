package dev.evenkeel.sharding.internal.layout;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Renames the tables in answers about items: where they report capacity, and in batches. */
record AnswerNames(UnaryOperator<String> name) {

  /** The same answer of other tables; one that is not about items stays as it is. */
  @SuppressWarnings("unchecked") // each branch gives the type that it is given
  static <R extends DynamoDbResponse> R of(R answer, UnaryOperator<String> name) {
    return (R) new AnswerNames(name).renamed(answer);
  }

  private DynamoDbResponse renamed(DynamoDbResponse answer) {
    if (answer instanceof GetItemResponse get) {
      return with(
          get, get.consumedCapacity(), used -> get.toBuilder().consumedCapacity(used).build());
    }
    if (answer instanceof PutItemResponse put) {
      return with(
          put, put.consumedCapacity(), used -> put.toBuilder().consumedCapacity(used).build());
    }
    if (answer instanceof UpdateItemResponse update) {
      return with(
          update,
          update.consumedCapacity(),
          used -> update.toBuilder().consumedCapacity(used).build());
    }
    if (answer instanceof DeleteItemResponse delete) {
      return with(
          delete,
          delete.consumedCapacity(),
          used -> delete.toBuilder().consumedCapacity(used).build());
    }
    if (answer instanceof QueryResponse query) {
      return with(
          query,
          query.consumedCapacity(),
          used -> query.toBuilder().consumedCapacity(used).build());
    }
    if (answer instanceof ScanResponse scan) {
      return with(
          scan, scan.consumedCapacity(), used -> scan.toBuilder().consumedCapacity(used).build());
    }
    return ofSeveral(answer);
  }

  private <R> R with(
      R answer, @Nullable ConsumedCapacity used, Function<ConsumedCapacity, R> with) {
    return used == null ? answer : with.apply(renamed(used));
  }

  private DynamoDbResponse ofSeveral(DynamoDbResponse answer) {
    if (answer instanceof BatchGetItemResponse batch) {
      return batch.toBuilder()
          .responses(keys(batch.responses()))
          .unprocessedKeys(keys(batch.unprocessedKeys()))
          .consumedCapacity(all(batch.hasConsumedCapacity(), batch.consumedCapacity()))
          .build();
    }
    if (answer instanceof BatchWriteItemResponse batch) {
      BatchWriteItemResponse.Builder renamed =
          batch.toBuilder()
              .unprocessedItems(keys(batch.unprocessedItems()))
              .consumedCapacity(all(batch.hasConsumedCapacity(), batch.consumedCapacity()));
      return batch.hasItemCollectionMetrics()
          ? renamed.itemCollectionMetrics(keys(batch.itemCollectionMetrics())).build()
          : renamed.build();
    }
    if (answer instanceof TransactGetItemsResponse reads) {
      return reads.toBuilder()
          .consumedCapacity(all(reads.hasConsumedCapacity(), reads.consumedCapacity()))
          .build();
    }
    if (answer instanceof TransactWriteItemsResponse writes) {
      TransactWriteItemsResponse.Builder renamed =
          writes.toBuilder()
              .consumedCapacity(all(writes.hasConsumedCapacity(), writes.consumedCapacity()));
      return writes.hasItemCollectionMetrics()
          ? renamed.itemCollectionMetrics(keys(writes.itemCollectionMetrics())).build()
          : renamed.build();
    }
    return answer;
  }

  private <V> Map<String, V> keys(Map<String, V> byTable) {
    return RequestNames.keys(byTable, name);
  }

  private @Nullable List<ConsumedCapacity> all(boolean are, List<ConsumedCapacity> used) {
    return are ? used.stream().map(this::renamed).toList() : null;
  }

  private ConsumedCapacity renamed(ConsumedCapacity used) {
    String table = used.tableName();
    return table == null ? used : used.toBuilder().tableName(name.apply(table)).build();
  }
}
