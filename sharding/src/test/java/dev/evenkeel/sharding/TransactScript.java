package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Random transactions made of the actions of a {@link WriteScript}. */
final class TransactScript {
  private final WriteScript script;
  private final Random random;
  private final Set<Map<String, AttributeValue>> used = new HashSet<>();

  TransactScript(ShardingSpec spec, Random random) {
    this(new WriteScript(spec, random), random);
  }

  TransactScript(WriteScript script, Random random) {
    this.script = script;
    this.random = random;
  }

  TransactWriteItemsRequest write() {
    used.clear();
    List<TransactWriteItem> actions =
        Stream.generate(this::action)
            .limit(1 + random.nextInt(4))
            .filter(action -> used.add(keyOf(action)))
            .toList();
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  TransactGetItemsRequest get() {
    used.clear();
    List<TransactGetItem> actions =
        Stream.generate(script::get)
            .limit(1 + random.nextInt(5))
            .filter(get -> used.add(logical(get.key())))
            .map(this::read)
            .toList();
    return TransactGetItemsRequest.builder().transactItems(actions).build();
  }

  private TransactGetItem read(GetItemRequest get) {
    return TransactGetItem.builder()
        .get(
            g -> {
              g.tableName(get.tableName()).key(get.key());
              if (random.nextInt(3) == 0) {
                g.projectionExpression("x, doc.part");
              }
            })
        .build();
  }

  private TransactWriteItem action() {
    return switch (random.nextInt(5)) {
      case 0 -> put(script.put());
      case 1 -> put(script.conditionalPut());
      case 2 -> update(script.update());
      case 3 -> delete(script.delete());
      default -> check(script.delete());
    };
  }

  private static TransactWriteItem put(PutItemRequest put) {
    return TransactWriteItem.builder()
        .put(
            action ->
                action
                    .tableName(put.tableName())
                    .item(put.item())
                    .conditionExpression(put.conditionExpression())
                    .expressionAttributeValues(orNull(put.expressionAttributeValues()))
                    .returnValuesOnConditionCheckFailure(put.returnValuesOnConditionCheckFailure()))
        .build();
  }

  private static TransactWriteItem update(UpdateItemRequest update) {
    return TransactWriteItem.builder()
        .update(
            action ->
                action
                    .tableName(update.tableName())
                    .key(update.key())
                    .updateExpression(update.updateExpression())
                    .conditionExpression(update.conditionExpression())
                    .expressionAttributeNames(orNull(update.expressionAttributeNames()))
                    .expressionAttributeValues(orNull(update.expressionAttributeValues()))
                    .returnValuesOnConditionCheckFailure(
                        update.returnValuesOnConditionCheckFailure()))
        .build();
  }

  private static TransactWriteItem delete(DeleteItemRequest delete) {
    return TransactWriteItem.builder()
        .delete(
            action ->
                action
                    .tableName(delete.tableName())
                    .key(delete.key())
                    .conditionExpression(delete.conditionExpression())
                    .expressionAttributeValues(orNull(delete.expressionAttributeValues()))
                    .returnValuesOnConditionCheckFailure(
                        delete.returnValuesOnConditionCheckFailure()))
        .build();
  }

  private static TransactWriteItem check(DeleteItemRequest like) {
    String condition = like.conditionExpression();
    return TransactWriteItem.builder()
        .conditionCheck(
            action ->
                action
                    .tableName(like.tableName())
                    .key(like.key())
                    .conditionExpression(condition == null ? "attribute_exists(pk)" : condition)
                    .expressionAttributeValues(orNull(like.expressionAttributeValues()))
                    .returnValuesOnConditionCheckFailure(
                        like.returnValuesOnConditionCheckFailure()))
        .build();
  }

  /** DynamoDB refuses empty maps of names and values. */
  private static <V> Map<String, V> orNull(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }

  /** The same transaction with keys and items changed. */
  static TransactWriteItemsRequest changed(
      TransactWriteItemsRequest request, UnaryOperator<Map<String, AttributeValue>> change) {
    List<TransactWriteItem> actions =
        request.transactItems().stream().map(action -> changed(action, change)).toList();
    return request.toBuilder().transactItems(actions).build();
  }

  private static TransactWriteItem changed(
      TransactWriteItem action, UnaryOperator<Map<String, AttributeValue>> change) {
    TransactWriteItem.Builder changed = action.toBuilder();
    if (action.put() != null) {
      changed.put(action.put().copy(a -> a.item(change.apply(action.put().item()))));
    } else if (action.update() != null) {
      changed.update(action.update().copy(a -> a.key(change.apply(action.update().key()))));
    } else if (action.delete() != null) {
      changed.delete(action.delete().copy(a -> a.key(change.apply(action.delete().key()))));
    } else {
      changed.conditionCheck(
          action.conditionCheck().copy(a -> a.key(change.apply(action.conditionCheck().key()))));
    }
    return changed.build();
  }

  private static Map<String, AttributeValue> keyOf(TransactWriteItem action) {
    if (action.put() != null) {
      return logical(action.put().item());
    }
    if (action.update() != null) {
      return logical(action.update().key());
    }
    return logical(action.delete() != null ? action.delete().key() : action.conditionCheck().key());
  }

  private static Map<String, AttributeValue> logical(Map<String, AttributeValue> attributes) {
    return Map.of("pk", attributes.get("pk"), "sk", attributes.get("sk"));
  }
}
