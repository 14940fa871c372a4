package com.example;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.PageIterable;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Each feature once, with nothing but what a user has: artifacts, and the address of an engine. */
public final class Consumer {
  private static final int HITS = 40;

  private Consumer() {}

  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      shards(plain);
      shardsAsync(URI.create(arguments[0]));
      largeValues(plain);
      periodTables(plain);
      popularItems(plain);
    }
  }

  private static void shards(DynamoDbClient plain) {
    TableSchema<Hit> schema = TableSchema.fromBean(Hit.class);
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(plain).table(ShardingSpec.from("hits", schema)).build();
    DynamoDbTable<Hit> hits = mapped(client).table("hits", schema);
    hits.createTable();
    for (int i = 0; i < HITS; i++) {
      Hit hit = new Hit();
      hit.setDay("2026-11-23");
      hit.setAt("%03d".formatted(i));
      hit.setPage("/" + i % 7);
      hits.putItem(hit);
    }

    PageIterable<Hit> newest =
        hits.query(
            query ->
                query
                    .queryConditional(
                        QueryConditional.keyEqualTo(key -> key.partitionValue("2026-11-23")))
                    .scanIndexForward(false)
                    .limit(15));
    List<String> order = newest.items().stream().map(Hit::getAt).toList();
    long places =
        plain.scanPaginator(scan -> scan.tableName("hits")).items().stream()
            .map(item -> item.get("day").s())
            .distinct()
            .count();
    System.out.printf(
        "sharding: %d hits at %d keys, newest %s, oldest %s%n",
        order.size(), places, order.get(0), order.get(order.size() - 1));
    QueryRequest query =
        QueryRequest.builder()
            .tableName("hits")
            .keyConditionExpression("#day = :day")
            .expressionAttributeNames(Map.of("#day", "day"))
            .expressionAttributeValues(Map.of(":day", text("2026-11-23")))
            .build();
    System.out.println(client.explain(query));
  }

  /** The same table by asynchronous clients, the low-level one and the Enhanced one. */
  private static void shardsAsync(URI endpoint) {
    TableSchema<Hit> schema = TableSchema.fromBean(Hit.class);
    try (DynamoDbAsyncClient plain =
        DynamoDbAsyncClient.builder().endpointOverride(endpoint).build()) {
      DynamoDbAsyncClient client =
          ShardingDynamoDbAsyncClient.builder(plain)
              .table(ShardingSpec.from("hits", schema))
              .build();
      Hit hit = new Hit();
      hit.setDay("2026-11-24");
      hit.setAt("000");
      hit.setPage("/async");
      DynamoDbEnhancedAsyncClient.builder()
          .dynamoDbClient(client)
          .build()
          .table("hits", schema)
          .putItem(hit)
          .join();
      CompletableFuture<QueryResponse> found =
          client.query(
              query ->
                  query
                      .tableName("hits")
                      .keyConditionExpression("#day = :day")
                      .expressionAttributeNames(Map.of("#day", "day"))
                      .expressionAttributeValues(Map.of(":day", text("2026-11-24"))));
      System.out.println("sharding, async: " + found.join().items().get(0).get("page").s());
    }
  }

  private static void largeValues(DynamoDbClient plain) {
    create(plain, "replies", "id");
    create(plain, "chunks", "Id");
    createIntents(plain);
    TableSchema<Reply> schema = TableSchema.fromBean(Reply.class);
    ChunkingSpec spec =
        ChunkingSpec.from("replies", schema).chunkTable("chunks").intentTable("intents").build();
    DynamoDbTable<Reply> replies =
        mapped(ChunkingDynamoDbClient.builder(plain).table(spec).build()).table("replies", schema);
    Reply reply = new Reply();
    reply.setId("1");
    reply.setMessage( // no codec makes it fit into an item
        new Random(42)
            .ints(1_000_000, 'a', 'z' + 1)
            .mapToObj(Character::toString)
            .collect(Collectors.joining()));
    replies.putItem(reply);
    boolean isWhole = reply.getMessage().equals(replies.getItem(reply).getMessage());
    System.out.printf(
        "chunking: %d characters in %d chunks, whole %b%n",
        reply.getMessage().length(), plain.scan(scan -> scan.tableName("chunks")).count(), isWhole);
  }

  private static void periodTables(DynamoDbClient plain) {
    TableSchema<Reading> schema = TableSchema.fromBean(Reading.class);
    Instant now = Instant.now();
    TimeSeriesSpec spec =
        TimeSeriesSpec.mapped("readings", schema).since(now.minus(Duration.ofDays(1))).build();
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain).controlTable("readings_control").table(spec).build();
    lifecycle.createControlTable();
    lifecycle.run();
    DynamoDbTable<Reading> readings =
        mapped(TimeSeriesDynamoDbClient.builder(plain).table(spec).build())
            .table("readings", schema);
    Reading reading = new Reading();
    reading.setSensor("attic");
    reading.setAt(now.toString());
    reading.setValue(21.5);
    readings.putItem(reading);
    System.out.printf("time series: %.1f%n", readings.getItem(reading).getValue());
  }

  private static void popularItems(DynamoDbClient plain) {
    create(plain, "products", "id");
    CachingSpec spec =
        CachingSpec.builder("products")
            .partitionKey("id", ScalarAttributeType.S)
            .timeToLive(Duration.ofSeconds(10))
            .popular(3, Duration.ofMinutes(1))
            .build();
    ItemCache cache = ItemCache.ofBytes(1 << 20);
    try (DynamoDbClient client =
        CachingDynamoDbClient.builder(plain).table(spec).cache(cache).build()) {
      client.putItem(put -> put.tableName("products").item(Map.of("id", text("1"))));
      for (int i = 0; i < 100; i++) {
        client.getItem(get -> get.tableName("products").key(Map.of("id", text("1"))));
      }
      System.out.printf("caching: %.2f from memory%n", cache.stats().get("products").hitRatio());
    }
  }

  private static DynamoDbEnhancedClient mapped(DynamoDbClient client) {
    return DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static void create(DynamoDbClient plain, String table, String key) {
    plain.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(defined(key, ScalarAttributeType.S))
                .keySchema(part(key, KeyType.HASH)));
  }

  /** The table that names unfinished writes of large values. */
  private static void createIntents(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName("intents")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    defined("Bucket", ScalarAttributeType.N), defined("Due", ScalarAttributeType.S))
                .keySchema(part("Bucket", KeyType.HASH), part("Due", KeyType.RANGE)));
  }

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement part(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
