// [docs:first]
package com.example;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class FirstWrite {
  public static void main(String[] arguments) {
    ShardingSpec spec =
        ShardingSpec.builder("first").partitionKey("day").sortKey("at").shards(4).build();
    try (DynamoDbClient plain =
            DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build();
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(plain).table(spec).build()) {
      client.createTable(
          create ->
              create
                  .tableName("first")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      day -> day.attributeName("day").attributeType(ScalarAttributeType.S),
                      at -> at.attributeName("at").attributeType(ScalarAttributeType.S))
                  .keySchema(
                      day -> day.attributeName("day").keyType(KeyType.HASH),
                      at -> at.attributeName("at").keyType(KeyType.RANGE)));
      plain.waiter().waitUntilTableExists(wait -> wait.tableName("first")); // at AWS, some seconds
      for (int i = 0; i < 10; i++) {
        Map<String, AttributeValue> hit = Map.of("day", text("today"), "at", text("" + i));
        client.putItem(put -> put.tableName("first").item(hit));
      }
      QueryRequest newest =
          QueryRequest.builder()
              .tableName("first")
              .keyConditionExpression("#day = :day")
              .expressionAttributeNames(Map.of("#day", "day"))
              .expressionAttributeValues(Map.of(":day", text("today")))
              .scanIndexForward(false)
              .build();
      System.out.println("at " + client.query(newest).items().get(0).get("at").s());
      System.out.println(client.explain(newest));
    }
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }
}
// [docs]
