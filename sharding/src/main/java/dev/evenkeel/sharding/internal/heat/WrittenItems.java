package dev.evenkeel.sharding.internal.heat;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The items that a request writes: the table of each, and attributes that have its key. */
final class WrittenItems {
  private WrittenItems() {}

  static void of(DynamoDbRequest request, BiConsumer<String, Map<String, AttributeValue>> item) {
    if (request instanceof PutItemRequest put) {
      item.accept(put.tableName(), put.item());
    } else if (request instanceof UpdateItemRequest update) {
      item.accept(update.tableName(), update.key());
    } else if (request instanceof DeleteItemRequest delete) {
      item.accept(delete.tableName(), delete.key());
    } else if (request instanceof BatchWriteItemRequest batch) {
      batch.requestItems().forEach((table, writes) -> of(table, writes, item));
    } else if (request instanceof TransactWriteItemsRequest transaction) {
      transaction.transactItems().forEach(action -> of(action, item));
    }
  }

  /** Those of a batch that were not written; none of another answer. */
  static void unprocessed(Object answer, BiConsumer<String, Map<String, AttributeValue>> item) {
    if (answer instanceof BatchWriteItemResponse batch) {
      batch.unprocessedItems().forEach((table, writes) -> of(table, writes, item));
    }
  }

  private static void of(
      String table,
      List<WriteRequest> writes,
      BiConsumer<String, Map<String, AttributeValue>> item) {
    for (WriteRequest write : writes) {
      if (write.putRequest() != null) {
        item.accept(table, write.putRequest().item());
      } else if (write.deleteRequest() != null) {
        item.accept(table, write.deleteRequest().key());
      }
    }
  }

  private static void of(
      TransactWriteItem action, BiConsumer<String, Map<String, AttributeValue>> item) {
    if (action.put() != null) {
      item.accept(action.put().tableName(), action.put().item());
    } else if (action.update() != null) {
      item.accept(action.update().tableName(), action.update().key());
    } else if (action.delete() != null) {
      item.accept(action.delete().tableName(), action.delete().key());
    }
  }
}
