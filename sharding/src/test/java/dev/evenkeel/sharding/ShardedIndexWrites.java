package dev.evenkeel.sharding;

import dev.evenkeel.testkit.equivalence.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Random writes of items that may be in the index. */
final class ShardedIndexWrites {
  private static final int ITEMS = 60;

  private final IndexEquivalence compared;

  ShardedIndexWrites(IndexEquivalence compared) {
    this.compared = compared;
  }

  private Map<String, AttributeValue> randomKey() {
    int i = compared.random.nextInt(ITEMS);
    Map<String, AttributeValue> key = new HashMap<>();
    String pk = Integer.toString(compared.spec().sortKey() == null ? i : i % 2);
    key.put(
        "pk",
        compared.spec().partitionType() == ScalarAttributeType.N
            ? Attributes.n(Integer.parseInt(pk))
            : Attributes.s("p" + pk));
    if (compared.spec().sortKey() != null) {
      key.put("sk", Attributes.n(i));
    }
    return key;
  }

  private AttributeValue country() {
    return compared.country(compared.random.nextInt(IndexEquivalence.COUNTRIES));
  }

  private Map<String, AttributeValue> randomItem() {
    Map<String, AttributeValue> item = randomKey();
    item.put("n", Attributes.n(compared.random.nextInt(10)));
    if (compared.random.nextInt(4) > 0) {
      item.put("country", country());
    }
    if (compared.random.nextInt(5) > 0) {
      item.put("due", Attributes.n(compared.random.nextInt(4)));
    }
    return item;
  }

  void write() {
    switch (compared.random.nextInt(10)) {
      case 0, 1, 2 -> put(randomItem());
      case 3 -> delete();
      case 4 -> batch();
      case 5 -> transact();
      default -> same(randomUpdate());
    }
  }

  private void same(DynamoDbRequest request) {
    compared.asks(request);
    Outcome unused = compared.both().same(request);
  }

  private void put(Map<String, AttributeValue> item) {
    boolean asks = !compared.drawn();
    if (compared.drawn()) {
      delete(item); // of a drawn shard, sort keys must be unique
    }
    String condition =
        asks && compared.random.nextBoolean() ? "attribute_not_exists(country)" : null;
    same(
        PutItemRequest.builder()
            .tableName(compared.spec().tableName())
            .item(item)
            .conditionExpression(condition)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .returnValues(asks ? ReturnValue.ALL_OLD : ReturnValue.NONE)
            .build());
  }

  private void delete() {
    delete(randomKey());
  }

  private void delete(Map<String, AttributeValue> of) {
    Map<String, AttributeValue> key = new HashMap<>(of);
    key.keySet().retainAll(compared.spec().logicalKey().attributes());
    same(
        DeleteItemRequest.builder()
            .tableName(compared.spec().tableName())
            .key(key)
            .returnValues(ReturnValue.ALL_OLD)
            .build());
  }

  private void batch() {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      Map<String, AttributeValue> item = randomItem();
      Map<String, AttributeValue> key = new HashMap<>(item);
      key.keySet().retainAll(compared.spec().logicalKey().attributes());
      items.put(key, item);
      if (compared.drawn()) {
        delete(key);
      }
    }
    same(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    compared.spec().tableName(),
                    items.values().stream().map(Batches::put).toList()))
            .build());
  }

  private void transact() {
    if (compared.drawn()) {
      return; // refused: a transaction cannot look for the item
    }
    TransactWriteItem update = TransactWriteItem.builder().update(action(randomUpdate())).build();
    same(TransactWriteItemsRequest.builder().transactItems(update).build());
  }

  private static Update action(UpdateItemRequest update) {
    boolean empty = update.updateExpression() == null;
    Map<String, AttributeValue> values =
        update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null;
    return Update.builder()
        .tableName(update.tableName())
        .key(update.key())
        .updateExpression(empty ? "SET n = :n" : update.updateExpression())
        .expressionAttributeValues(empty ? Map.of(":n", Attributes.n(1)) : values)
        .conditionExpression(update.conditionExpression())
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private UpdateItemRequest randomUpdate() {
    UpdateItemRequest.Builder update =
        UpdateItemRequest.builder()
            .tableName(compared.spec().tableName())
            .key(randomKey())
            .returnValues(
                List.of(
                        ReturnValue.NONE,
                        ReturnValue.ALL_OLD,
                        ReturnValue.ALL_NEW,
                        ReturnValue.UPDATED_OLD,
                        ReturnValue.UPDATED_NEW)
                    .get(compared.random.nextInt(5)))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (compared.random.nextInt(4) == 0) {
      update.conditionExpression("attribute_exists(country)");
    }
    Map<String, AttributeValue> c = Map.of(":c", country());
    switch (compared.random.nextInt(8)) {
      case 0 -> update.updateExpression("SET country = :c").expressionAttributeValues(c);
      case 1 ->
          update
              .updateExpression("SET country = if_not_exists(country, :c)")
              .expressionAttributeValues(c);
      case 2 -> update.updateExpression("REMOVE country");
      case 3 ->
          update
              .updateExpression("ADD due :one REMOVE country")
              .expressionAttributeValues(Map.of(":one", Attributes.n(1)));
      case 4 ->
          update
              .updateExpression("ADD due :one")
              .expressionAttributeValues(Map.of(":one", Attributes.n(1)));
      case 5 -> update.updateExpression("REMOVE due, n");
      case 6 -> { // none: the item is created with its key
      }
      default ->
          update
              .updateExpression("SET n = :n, country = :c")
              .expressionAttributeValues(Map.of(":c", c.get(":c"), ":n", Attributes.n(1)));
    }
    return update.build();
  }
}
