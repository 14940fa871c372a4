package com.example.guides;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.net.URI;
import java.time.LocalDate;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class HotTenant {
  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      createTable(plain);
      for (String tenant : new String[] {"acme", "tiny"}) {
        put(plain, tenant, LocalDate.parse("2026-11-01")); // as it was before Evenkeel
      }
      // [docs:tenant]
      ShardingSpec spec =
          ShardingSpec.builder("events")
              .partitionKey("tenant")
              .sortKey("at")
              .shards(1) // all tenants stay as they are...
              .shards(KeyRule.exactly("acme", Pieces.shards(1).from("2026-12-01", 8))) // ...but one
              .build();
      ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(spec).build();
      // [docs]
      for (String tenant : new String[] {"acme", "tiny"}) {
        put(client, tenant, LocalDate.parse("2026-12-01"));
        QueryRequest all = query(tenant);
        System.out.printf(
            "%s: %d events at %d keys%n",
            tenant, client.query(all).count(), keys(plain, tenant));
      }
    }
  }

  /** Twenty events of a tenant, from a day on. */
  private static void put(DynamoDbClient client, String tenant, LocalDate from) {
    for (int i = 0; i < 20; i++) {
      AttributeValue at = AttributeValue.fromS(from.plusDays(i) + "T10:00:00Z");
      client.putItem(
          put ->
              put.tableName("events")
                  .item(Map.of("tenant", AttributeValue.fromS(tenant), "at", at)));
    }
  }

  private static QueryRequest query(String tenant) {
    return QueryRequest.builder()
        .tableName("events")
        .keyConditionExpression("tenant = :tenant")
        .expressionAttributeValues(Map.of(":tenant", AttributeValue.fromS(tenant)))
        .build();
  }

  /** How many keys the events of a tenant have in DynamoDB. */
  private static long keys(DynamoDbClient plain, String tenant) {
    return plain.scanPaginator(scan -> scan.tableName("events")).items().stream()
        .map(item -> item.get("tenant").s())
        .filter(stored -> stored.startsWith(tenant))
        .distinct()
        .count();
  }

  private static void createTable(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName("events")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    tenant -> tenant.attributeName("tenant").attributeType(ScalarAttributeType.S),
                    at -> at.attributeName("at").attributeType(ScalarAttributeType.S))
                .keySchema(
                    tenant -> tenant.attributeName("tenant").keyType(KeyType.HASH),
                    at -> at.attributeName("at").keyType(KeyType.RANGE)));
    plain.waiter().waitUntilTableExists(wait -> wait.tableName("events")); // at AWS, some seconds
  }
}
