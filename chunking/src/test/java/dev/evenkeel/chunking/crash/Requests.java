package dev.evenkeel.chunking.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests to the table of documents. */
final class Requests {
  private Requests() {}

  static BatchWriteItemRequest batch(List<WriteRequest> writes) {
    return BatchWriteItemRequest.builder().requestItems(Map.of(CrashFixture.DOCS, writes)).build();
  }

  static WriteRequest batchPut(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  static TransactWriteItemsRequest transaction(TransactWriteItem... actions) {
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  static TransactWriteItem putting(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(CrashFixture.DOCS).item(item))
        .build();
  }

  static TransactWriteItem deleting(Map<String, AttributeValue> key) {
    return TransactWriteItem.builder()
        .delete(delete -> delete.tableName(CrashFixture.DOCS).key(key))
        .build();
  }

  static TransactWriteItem updating(UpdateItemRequest request) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(request.tableName())
                    .key(request.key())
                    .updateExpression(request.updateExpression())
                    .expressionAttributeNames(request.expressionAttributeNames())
                    .expressionAttributeValues(request.expressionAttributeValues()))
        .build();
  }

  static UpdateItemRequest setting(
      Map<String, AttributeValue> key, Map<String, AttributeValue> sets, String... removes) {
    Map<String, String> names = new HashMap<>(Map.of("#exists", Values.TOUCHED));
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":one", AttributeValue.fromN("1")));
    List<String> set = new ArrayList<>(List.of("#exists = :one"));
    sets.forEach(
        (name, value) -> {
          names.put("#" + name, name);
          values.put(":" + name, value);
          set.add("#%s = :%s".formatted(name, name));
        });
    List<String> remove = new ArrayList<>();
    for (String name : removes) {
      names.put("#" + name, name);
      remove.add("#" + name);
    }
    return UpdateItemRequest.builder()
        .tableName(CrashFixture.DOCS)
        .key(key)
        .updateExpression(
            "SET "
                + String.join(", ", set)
                + (remove.isEmpty() ? "" : " REMOVE " + String.join(", ", remove)))
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .build();
  }
}
