package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Every way to bring a value outside. */
enum OutsideWriting {
  PUT,
  UPDATE,
  BATCH,
  TRANSACTION;

  DynamoDbRequest of(Map<String, AttributeValue> key, String attribute) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(attribute, noise(2000));
    return switch (this) {
      case PUT -> PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
      case UPDATE ->
          UpdateItemRequest.builder()
              .tableName(Fixture.DOCS)
              .key(key)
              .updateExpression("SET #a = :v")
              .expressionAttributeNames(Map.of("#a", attribute))
              .expressionAttributeValues(Map.of(":v", item.get(attribute)))
              .build();
      case BATCH ->
          BatchWriteItemRequest.builder()
              .requestItems(
                  Map.of(
                      Fixture.DOCS,
                      List.of(WriteRequest.builder().putRequest(p -> p.item(item)).build())))
              .build();
      case TRANSACTION ->
          TransactWriteItemsRequest.builder()
              .transactItems(
                  TransactWriteItem.builder()
                      .put(put -> put.tableName(Fixture.DOCS).item(item))
                      .build())
              .build();
    };
  }
}
