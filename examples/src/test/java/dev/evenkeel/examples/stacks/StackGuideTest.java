package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The stacks of {@code docs/stacks.md}, and the orders that it lists as refused. */
@ExtendWith(LocalDynamoDbExtension.class)
class StackGuideTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final InstantSource CLOCK = () -> NOW;

  /** A sensor's number is an S in tables that are sharded. */
  private static final TimeSeriesSpec READINGS =
      TimeSeriesSpec.builder("readings")
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .since(Instant.parse("2026-11-01T00:00:00Z"))
          .template(
              TableTemplate.of(
                  CreateTableRequest.builder()
                      .billingMode(BillingMode.PAY_PER_REQUEST)
                      .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
                      .attributeDefinitions(
                          defined("sensor", ScalarAttributeType.N),
                          defined("at", ScalarAttributeType.S))
                      .build()))
          .build();

  private static final TableTemplate ON_DEMAND_CHUNKS =
      TableTemplate.of(
          CreateTableRequest.builder()
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(key("Id", KeyType.HASH), key("at", KeyType.RANGE))
              .attributeDefinitions(
                  defined("Id", ScalarAttributeType.S), defined("at", ScalarAttributeType.S))
              .build());

  private static final ShardingSpec SHARDED_READINGS =
      ShardingSpec.builder("days of readings")
          .partitionKey("sensor", ScalarAttributeType.N)
          .sortKey("at")
          .shards(4)
          .build();

  private static final ShardingSpec SHARDED_HITS =
      ShardingSpec.builder("Hits").partitionKey("day").sortKey("at").shards(4).build();

  private static final ChunkingSpec LARGE_HITS =
      ChunkingSpec.builder("Hits")
          .partitionKey("day")
          .sortKey("at")
          .attribute("body", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("HitChunks"))
          .intentTable(IntentTableSpec.of("Intents"))
          .build();

  private final DynamoDbClient plain;
  private final LocalDynamoDb local;

  StackGuideTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static Map<String, AttributeValue> reading(String at) {
    return Map.of("sensor", AttributeValue.fromN("7"), "at", AttributeValue.fromS(at));
  }

  private static QueryRequest since(String at) {
    return QueryRequest.builder()
        .tableName("readings")
        .keyConditionExpression("sensor = :sensor AND #at >= :at")
        .expressionAttributeNames(Map.of("#at", "at"))
        .expressionAttributeValues(
            Map.of(":sensor", AttributeValue.fromN("7"), ":at", AttributeValue.fromS(at)))
        .build();
  }

  @Test
  void timeSeriesOverSharding_hotSensor_shardsInEachPeriodsTable() {
    TimeSeriesSpec readings = READINGS;
    ShardingSpec shardedReadings = SHARDED_READINGS;
    InstantSource clock = CLOCK;
    // [docs:series]
    DynamoDbClient sharding =
        ShardingDynamoDbClient.builder(plain)
            .tables(readings.tables()::contain, shardedReadings)
            .build();
    DynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(sharding).table(readings).clock(clock).build();
    // [docs]
    List<String> times = new ArrayList<>();
    for (String day : List.of("2026-11-20", "2026-11-21")) {
      build(sharding, Instant.parse(day + "T12:00:00Z"));
      for (int hour = 0; hour < 10; hour++) {
        times.add("%sT%02d:59:00Z".formatted(day, hour));
      }
    }
    times.stream()
        .filter(time -> !time.startsWith("2026-11-20"))
        .forEach(time -> client.putItem(put -> put.tableName("readings").item(reading(time))));
    times.stream()
        .filter(time -> time.startsWith("2026-11-20"))
        .forEach(
            time ->
                sharding.putItem(put -> put.tableName("readings_2026-11-20").item(reading(time))));

    assertThat(client.query(since("2026-11-20T05:00:00Z")).items())
        .extracting(item -> item.get("at").s())
        .isEqualTo(times.subList(5, 20));
    assertThat(plain.scan(scan -> scan.tableName("readings_2026-11-21")).items())
        .hasSize(10)
        .extracting(item -> item.get("sensor").s())
        .allMatch(physical -> physical.startsWith("7."))
        .hasSizeGreaterThan(1);
    try (DynamoDbAsyncClient async = local.asyncClient()) {
      DynamoDbAsyncClient both =
          TimeSeriesDynamoDbAsyncClient.builder(
                  ShardingDynamoDbAsyncClient.builder(async)
                      .tables(READINGS.tables()::contain, SHARDED_READINGS)
                      .build())
              .table(READINGS)
              .clock(CLOCK)
              .build();
      assertThat(both.query(since("2026-11-20T05:00:00Z")).join().items()).hasSize(15);
    }
  }

  /** Over the sharding client a lifecycle sees a table's logical key, which is the template's. */
  private static void build(DynamoDbClient sharding, Instant now) {
    TableLifecycle lifecycle =
        TableLifecycle.builder(sharding)
            .table(READINGS)
            .controlTable("control")
            .clock(() -> now)
            .build();
    lifecycle.createControlTable();
    lifecycle.run();
    assertThat(lifecycle.plan()).allMatch(plan -> plan.actions().isEmpty());
  }

  @Test
  void chunkingOverSharding_largeValueUnderAHotKey_comesBack() {
    ExampleTables.create(plain, "Hits", "day", "at");
    ExampleTables.create(plain, "HitChunks", "Id");
    ExampleTables.createIntents(plain, "Intents");
    ShardingSpec shardedHits = SHARDED_HITS;
    ChunkingSpec largeHits = LARGE_HITS;
    // [docs:chunking]
    DynamoDbClient sharding = ShardingDynamoDbClient.builder(plain).table(shardedHits).build();
    DynamoDbClient client = ChunkingDynamoDbClient.builder(sharding).table(largeHits).build();
    // [docs]
    Map<String, AttributeValue> key =
        Map.of("day", AttributeValue.fromS("monday"), "at", AttributeValue.fromS("1"));
    AttributeValue body = AttributeValue.fromS("x".repeat(500_000));

    client.putItem(
        put ->
            put.tableName("Hits")
                .item(Map.of("day", key.get("day"), "at", key.get("at"), "body", body)));

    assertThat(client.getItem(get -> get.tableName("Hits").key(key)).item())
        .containsEntry("body", body);
  }

  @Test
  void chunkingOverTimeSeries_largeReading_isInTheTablesOfItsDay() {
    DynamoDbClient plain = local.isolated().client();
    TimeSeriesSpec readings = READINGS;
    TableTemplate onDemandChunks = ON_DEMAND_CHUNKS;
    InstantSource clock = CLOCK;
    // [docs:frames]
    TimeSeriesSpec chunks = readings.companion("reading_chunks").template(onDemandChunks).build();
    ChunkingSpec frames =
        ChunkingSpec.builder("readings")
            .partitionKey("sensor", ScalarAttributeType.N)
            .sortKey("at")
            .attribute("frame", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of("reading_chunks").withTime("at"))
            .intentTable("intents")
            .build();
    DynamoDbClient series =
        TimeSeriesDynamoDbClient.builder(plain).table(readings).table(chunks).clock(clock).build();
    DynamoDbClient client = ChunkingDynamoDbClient.builder(series).table(frames).build();
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain)
            .controlTable("frames-control")
            .table(readings)
            .table(chunks)
            .deletes(2)
            .clock(clock)
            .build();
    // [docs]
    lifecycle.createControlTable();
    lifecycle.run();
    ExampleTables.createIntents(plain, "intents");
    Map<String, AttributeValue> reading = new HashMap<>(reading("2026-11-21T11:00:00Z"));
    Map<String, AttributeValue> key = Map.copyOf(reading);
    reading.put("frame", AttributeValue.fromS("x".repeat(500_000)));

    client.putItem(put -> put.tableName("readings").item(reading));

    assertThat(client.getItem(get -> get.tableName("readings").key(key)).item()).isEqualTo(reading);
    assertThat(plain.scan(scan -> scan.tableName("reading_chunks_2026-11-21")).items()).hasSize(2);
  }

  @Test
  void wrongOrder_isRefusedWhereTheClientIsBuilt() {
    DynamoDbClient series = TimeSeriesDynamoDbClient.builder(plain).table(READINGS).build();
    DynamoDbClient chunking = ChunkingDynamoDbClient.builder(plain).table(LARGE_HITS).build();

    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(series).table(SHARDED_HITS).build())
        .hasMessageContaining("SHARDING stands over TIME_SERIES");
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(chunking).table(SHARDED_HITS).build())
        .hasMessageContaining("SHARDING stands over CHUNKING");
    assertThatThrownBy(() -> TimeSeriesDynamoDbClient.builder(chunking).table(READINGS).build())
        .hasMessageContaining("TIME_SERIES stands over CHUNKING");
  }
}
