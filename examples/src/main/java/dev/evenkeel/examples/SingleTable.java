package dev.evenkeel.examples;

import dev.evenkeel.sharding.ShardedKeys;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A single-table design in which only what is hot is sharded: the events of the one large tenant.
 * All other keys are plain, stored without a suffix and read with one request.
 */
public final class SingleTable {
  static final ShardingSpec SPEC =
      ShardingSpec.builder("app")
          .partitionKey("PK")
          .sortKey("SK")
          .shards(1)
          .shards(KeyRule.exactly("TENANT#acme#EVENTS", 8))
          .build();

  private SingleTable() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
      Tables.create(client, "app", "PK", "SK");
      for (String tenant : new String[] {"acme", "tiny"}) {
        put(client, "TENANT#" + tenant, "PROFILE");
        for (int i = 0; i < 40; i++) {
          put(client, "TENANT#" + tenant + "#EVENTS", "2026-11-20T10:%02d".formatted(i));
        }
      }
      for (String key : new String[] {"TENANT#acme", "TENANT#acme#EVENTS", "TENANT#tiny#EVENTS"}) {
        show(out, client, plain, key);
      }
    }
  }

  private static void put(DynamoDbClient client, String partition, String sort) {
    client.putItem(put -> put.tableName("app").item(key(partition, sort)));
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS(sort));
  }

  private static void show(
      PrintStream out, DynamoDbClient client, DynamoDbClient plain, String partition) {
    out.printf(
        "%s: %d items; stored unsharded: %d; for instance as %s%n",
        partition,
        count(client, partition),
        count(plain, partition),
        storedAs(key(partition, "2026-11-20T10:00")));
  }

  private static String storedAs(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> physical = ShardedKeys.of(SPEC).toPhysical(key).get(0);
    return physical.getOrDefault("PK", AttributeValue.fromS("?")).s();
  }

  private static int count(DynamoDbClient client, String partition) {
    return client
        .query(
            query ->
                query
                    .tableName("app")
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition))))
        .count();
  }
}
