package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Random requests whose expressions read the partition key, over keys that look like one another.
 */
final class KeyScript {
  private final ShardingSpec spec;
  private final Random random;
  private final KeyExpressions expressions;

  KeyScript(ShardingSpec spec, Random random) {
    this.spec = spec;
    this.random = random;
    this.expressions = new KeyExpressions(spec, random);
  }

  /** Every key, twice. */
  List<Map<String, AttributeValue>> items() {
    return expressions.keys().stream()
        .flatMap(key -> List.of(item(key, "1"), item(key, "2")).stream())
        .toList();
  }

  private Map<String, AttributeValue> item(String key, String sort) {
    Map<String, AttributeValue> item = new HashMap<>(key(key, sort));
    item.put("g", AttributeValue.fromS(sort));
    item.put("oth", random.nextBoolean() ? expressions.keyValue(key) : expressions.literal());
    item.put(
        "els",
        AttributeValue.fromL(
            List.of(
                expressions.literal(),
                expressions.literal(),
                expressions.keyValue(expressions.anyKey()))));
    item.put("n", AttributeValue.fromN(Integer.toString(random.nextInt(4))));
    return item;
  }

  private Map<String, AttributeValue> key(String key, String sort) {
    return Map.of("pk", expressions.keyValue(key), "sk", AttributeValue.fromS(sort));
  }

  ScanRequest scan(boolean open) {
    expressions.begin();
    String filter = expressions.condition(2, open);
    return ScanRequest.builder()
        .tableName(spec.tableName())
        .indexName(random.nextInt(4) == 0 ? KeyFixture.INDEX : null)
        .select(random.nextInt(4) == 0 ? Select.COUNT : null)
        .filterExpression(filter)
        .expressionAttributeNames(expressions.names(filter))
        .expressionAttributeValues(expressions.values())
        .build();
  }

  QueryRequest query() {
    expressions.begin();
    String filter = expressions.condition(2, false);
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .indexName(KeyFixture.INDEX)
        .keyConditionExpression("g = " + expressions.value(AttributeValue.fromS("1")))
        .filterExpression(filter)
        .expressionAttributeNames(expressions.names(filter))
        .expressionAttributeValues(expressions.values())
        .build();
  }

  DynamoDbRequest write() {
    expressions.begin();
    String condition = expressions.condition(2, true);
    Map<String, AttributeValue> key =
        key(expressions.anyKey(), Integer.toString(1 + random.nextInt(3)));
    var onFailure =
        random.nextBoolean()
            ? ReturnValuesOnConditionCheckFailure.ALL_OLD
            : ReturnValuesOnConditionCheckFailure.NONE;
    int kind = random.nextInt(8);
    if (kind == 0) {
      return PutItemRequest.builder()
          .tableName(spec.tableName())
          .item(key)
          .conditionExpression(condition)
          .expressionAttributeNames(expressions.names(condition))
          .expressionAttributeValues(expressions.values())
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    if (kind == 1) {
      return DeleteItemRequest.builder()
          .tableName(spec.tableName())
          .key(key)
          .conditionExpression(condition)
          .expressionAttributeNames(expressions.names(condition))
          .expressionAttributeValues(expressions.values())
          .returnValues(ReturnValue.ALL_OLD)
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    if (kind < 5) {
      String update = expressions.update();
      String asked = random.nextBoolean() ? condition : expressions.unconditional(update);
      return UpdateItemRequest.builder()
          .tableName(spec.tableName())
          .key(key)
          .updateExpression(update)
          .conditionExpression(asked)
          .expressionAttributeNames(expressions.names(update, asked))
          .expressionAttributeValues(expressions.values())
          .returnValues(ReturnValue.ALL_NEW)
          .returnValuesOnConditionCheckFailure(onFailure)
          .build();
    }
    return TransactWriteItemsRequest.builder()
        .transactItems(action(kind, key, condition, onFailure))
        .build();
  }

  private TransactWriteItem action(
      int kind,
      Map<String, AttributeValue> key,
      String condition,
      ReturnValuesOnConditionCheckFailure onFailure) {
    TransactWriteItem.Builder item = TransactWriteItem.builder();
    if (kind == 5) {
      return item.conditionCheck(
              ConditionCheck.builder()
                  .tableName(spec.tableName())
                  .key(key)
                  .conditionExpression(condition)
                  .expressionAttributeNames(expressions.names(condition))
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure)
                  .build())
          .build();
    }
    if (kind == 6) {
      String update = expressions.update();
      return item.update(
              Update.builder()
                  .tableName(spec.tableName())
                  .key(key)
                  .updateExpression(update)
                  .conditionExpression(condition)
                  .expressionAttributeNames(expressions.names(update, condition))
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure)
                  .build())
          .build();
    }
    return random.nextBoolean()
        ? item.delete(
                Delete.builder()
                    .tableName(spec.tableName())
                    .key(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(expressions.names(condition))
                    .expressionAttributeValues(expressions.values())
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .build())
            .build()
        : item.put(
                Put.builder()
                    .tableName(spec.tableName())
                    .item(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(expressions.names(condition))
                    .expressionAttributeValues(expressions.values())
                    .returnValuesOnConditionCheckFailure(onFailure)
                    .build())
            .build();
  }
}
