package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** Tests of a user, with the testkit's local engines. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class HitsTest {
  @Test
  void hits_ofADay_areReadInTheirOrder(LocalDynamoDb server) {
    ShardingSpec spec =
        ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(8).build();
    DynamoDbClient client = ShardingDynamoDbClient.builder(server.client()).table(spec).build();
    client.createTable(
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
    for (String at : List.of("3", "1", "2")) {
      client.putItem(put -> put.tableName("hits").item(Map.of("day", text("today"), "at", text(at))));
    }
    List<String> order =
        client
            .query(
                query ->
                    query
                        .tableName("hits")
                        .keyConditionExpression("#day = :day")
                        .expressionAttributeNames(Map.of("#day", "day"))
                        .expressionAttributeValues(Map.of(":day", text("today"))))
            .items()
            .stream()
            .map(item -> item.get("at").s())
            .toList();

    assertEquals(List.of("1", "2", "3"), order);
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  @Test
  void reports_areKeptInS3(LocalS3 server) {
    S3Client client = server.client();
    String bucket = server.newBucket();
    client.putObject(put -> put.bucket(bucket).key("report"), RequestBody.fromString("whole"));

    assertEquals(
        "whole", client.getObjectAsBytes(get -> get.bucket(bucket).key("report")).asUtf8String());
  }
}
