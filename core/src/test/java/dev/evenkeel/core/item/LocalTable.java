package dev.evenkeel.core.item;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A DynamoDB Local of its own with one table, key {@code k} (S) and {@code r} (any type). */
final class LocalTable implements AutoCloseable {
  static final String NAME = "items";

  private final LocalDynamoDb local = LocalDynamoDb.start();
  private final DynamoDbClient client = local.client();

  LocalTable(ScalarAttributeType sortType) {
    client.createTable(definition(sortType).build());
  }

  LocalTable(CreateTableRequest definition) {
    client.createTable(definition);
  }

  static CreateTableRequest.Builder definition(ScalarAttributeType sortType) {
    return CreateTableRequest.builder()
        .tableName(NAME)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(element("k", KeyType.HASH), element("r", KeyType.RANGE))
        .attributeDefinitions(define("k", ScalarAttributeType.S), define("r", sortType));
  }

  static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition define(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  DynamoDbClient client() {
    return client;
  }

  /** Puts the item and says what that consumed. */
  ConsumedCapacity put(Map<String, AttributeValue> item) {
    return client
        .putItem(
            put ->
                put.tableName(NAME)
                    .item(item)
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
        .consumedCapacity();
  }

  /** Deletes the item of the key and says what that consumed. */
  ConsumedCapacity delete(Map<String, AttributeValue> key) {
    return client
        .deleteItem(
            delete ->
                delete
                    .tableName(NAME)
                    .key(key)
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
        .consumedCapacity();
  }

  Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
    return client.getItem(get -> get.tableName(NAME).key(key).consistentRead(true)).item();
  }

  /** All items of a partition in DynamoDB's order. */
  List<Map<String, AttributeValue>> partition(String k) {
    return client
        .queryPaginator(
            query ->
                query
                    .tableName(NAME)
                    .consistentRead(true)
                    .keyConditionExpression("k = :k")
                    .expressionAttributeValues(Map.of(":k", AttributeValue.fromS(k))))
        .items()
        .stream()
        .toList();
  }

  @Override
  public void close() {
    client.close();
    local.close();
  }
}
