package com.example.guides;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class HotDay {
  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      createTable(plain);
      List<Map<String, AttributeValue>> hits = hits();
      // [docs:day]
      ShardingSpec spec =
          ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(22).build();
      ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(spec).build();

      // Each to its own shard, by a stable hash of "at".
      hits.forEach(hit -> client.putItem(put -> put.tableName("hits").item(hit)));
      QueryRequest newest = QueryRequest.builder().tableName("hits")
          .keyConditionExpression("#day = :day").expressionAttributeNames(Map.of("#day", "day"))
          .expressionAttributeValues(Map.of(":day", AttributeValue.fromS("2015-05-17")))
          .scanIndexForward(false).limit(20).build();
      QueryResponse page = client.query(newest); // 22 shards, merged: exactly the newest 20
      page.lastEvaluatedKey(); // {day: 2015-05-17, at: ...}: the item's own key
      // [docs]
      System.out.println(page.count() + " hits, down to " + page.lastEvaluatedKey().get("at").s());
      System.out.println(client.explain(newest));
    }
  }

  private static List<Map<String, AttributeValue>> hits() {
    return IntStream.range(0, 200)
        .mapToObj(
            i ->
                Map.of(
                    "day", AttributeValue.fromS("2015-05-17"),
                    "at", AttributeValue.fromS("10:%02d:%02d".formatted(i / 60, i % 60))))
        .toList();
  }

  private static void createTable(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName("hits")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    day -> day.attributeName("day").attributeType(ScalarAttributeType.S),
                    at -> at.attributeName("at").attributeType(ScalarAttributeType.S))
                .keySchema(
                    day -> day.attributeName("day").keyType(KeyType.HASH),
                    at -> at.attributeName("at").keyType(KeyType.RANGE)));
    plain.waiter().waitUntilTableExists(wait -> wait.tableName("hits")); // at AWS, some seconds
  }
}
