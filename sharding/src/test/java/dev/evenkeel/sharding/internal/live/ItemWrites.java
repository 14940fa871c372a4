package dev.evenkeel.sharding.internal.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * What a request writes and checks.
 *
 * @param isAtomic whether all happens or nothing
 * @param answer if it does
 */
record ItemWrites(List<Action> actions, boolean isAtomic, Object answer) {

  /**
   * What becomes of one item.
   *
   * @param item null if it is only checked, and empty for a delete
   * @param condition on the presence of the item
   */
  record Action(
      String place, @Nullable Map<String, AttributeValue> item, @Nullable String condition) {
    boolean holds(Map<String, Map<String, AttributeValue>> items) {
      return condition == null
          || items.containsKey(place) != condition.startsWith("attribute_not_exists(");
    }
  }

  static ItemWrites of(DynamoDbRequest request) {
    if (request instanceof PutItemRequest put) {
      return new ItemWrites(
          List.of(put(put.tableName(), put.item(), put.conditionExpression())),
          true,
          PutItemResponse.builder().build());
    }
    if (request instanceof DeleteItemRequest delete) {
      return new ItemWrites(
          List.of(delete(delete.tableName(), delete.key(), delete.conditionExpression())),
          true,
          DeleteItemResponse.builder().build());
    }
    List<Action> actions = new ArrayList<>();
    if (request instanceof BatchWriteItemRequest batch) {
      batch
          .requestItems()
          .forEach(
              (table, writes) ->
                  writes.forEach(
                      write -> actions.add(put(table, write.putRequest().item(), null))));
      return new ItemWrites(
          actions, false, BatchWriteItemResponse.builder().unprocessedItems(Map.of()).build());
    }
    ((TransactWriteItemsRequest) request).transactItems().forEach(each -> actions.add(of(each)));
    return new ItemWrites(actions, true, TransactWriteItemsResponse.builder().build());
  }

  private static Action of(TransactWriteItem each) {
    if (each.put() != null) {
      return put(each.put().tableName(), each.put().item(), each.put().conditionExpression());
    }
    return each.delete() != null
        ? delete(
            each.delete().tableName(), each.delete().key(), each.delete().conditionExpression())
        : new Action(
            ItemStore.place(each.conditionCheck().tableName(), each.conditionCheck().key()),
            null,
            each.conditionCheck().conditionExpression());
  }

  private static Action put(
      String table, Map<String, AttributeValue> item, @Nullable String condition) {
    return new Action(ItemStore.place(table, item), new TreeMap<>(item), condition);
  }

  private static Action delete(
      String table, Map<String, AttributeValue> key, @Nullable String condition) {
    return new Action(ItemStore.place(table, key), Map.of(), condition);
  }

  boolean isSingle() {
    return actions.size() == 1 && actions.get(0).item() != null;
  }

  /** All places that it writes or checks. */
  Stream<String> places() {
    return actions.stream().map(Action::place);
  }

  boolean isAllowed(Map<String, Map<String, AttributeValue>> items) {
    return actions.stream().allMatch(action -> action.holds(items));
  }

  SortedMap<String, Map<String, AttributeValue>> puts() {
    SortedMap<String, Map<String, AttributeValue>> puts = new TreeMap<>();
    actions.stream()
        .filter(action -> action.item() != null)
        .forEach(action -> puts.put(action.place(), action.item()));
    return puts;
  }

  /** The places that are only checked. */
  List<String> checked() {
    return actions.stream().filter(action -> action.item() == null).map(Action::place).toList();
  }

  /** The failure of a request that is not allowed. */
  Throwable refused(Map<String, Map<String, AttributeValue>> items) {
    if (!(answer instanceof TransactWriteItemsResponse)) {
      return ConditionalCheckFailedException.builder().message("The condition failed.").build();
    }
    List<String> codes =
        actions.stream()
            .map(action -> action.holds(items) ? "None" : "ConditionalCheckFailed")
            .toList();
    return TransactionCanceledException.builder()
        .message("cancelled for " + codes)
        .cancellationReasons(
            codes.stream().map(code -> CancellationReason.builder().code(code).build()).toList())
        .build();
  }
}
