package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A cache over each other decorator, and over two: it keeps what callers see. */
@ExtendWith(LocalDynamoDbExtension.class)
class CachingStacksTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final LocalDynamoDb local;

  CachingStacksTest(LocalDynamoDb local) {
    this.local = local;
  }

  private static final Map<String, AttributeValue> KEY =
      Map.of("day", AttributeValue.fromS("d"), "at", AttributeValue.fromS("2026-11-21T10:00:00Z"));

  @Test
  void cache_overChunking_keepsDecodedValues() {
    requireCached("documents", plain -> chunking(plain, "documents"), "documents");
  }

  @Test
  void cache_overSharding_keepsLogicalItems() {
    requireCached("shards", plain -> sharding(plain, "shards"), "shards");
  }

  @Test
  void cache_overChunkingOverSharding_keepsBoth() {
    requireCached("both", plain -> chunking(sharding(plain, "both"), "both"), "both");
  }

  @Test
  void cache_overTimeSeries_keepsItemsOfPeriods() {
    requireCached("readings", CachingStacksTest::series, "readings_2026-11-21");
  }

  @Test
  void cache_belowAnotherDecorator_isRefused() {
    try (DynamoDbClient plain = local.client();
        DynamoDbClient caching = caching(plain, "refused")) {
      assertThatThrownBy(() -> sharding(caching, "refused"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("SHARDING stands over CACHING");
    }
  }

  /** The second read of an item sends nothing, and a read after a write shows the write. */
  private void requireCached(String table, UnaryOperator<DynamoDbClient> stack, String storedIn) {
    AtomicInteger sent = new AtomicInteger();
    try (DynamoDbClient plain = counted(sent);
        DynamoDbClient below = stack.apply(plain);
        DynamoDbClient client = caching(below, table)) {
      ExampleTables.create(plain, storedIn, "day", "at");
      client.putItem(put -> put.tableName(table).item(item("a")));
      assertThat(read(client, table)).isEqualTo(item("a"));
      assertThat(page(client, table)).containsExactly(item("a"));
      sent.set(0);
      assertThat(read(client, table)).isEqualTo(item("a"));
      assertThat(page(client, table)).containsExactly(item("a"));
      assertThat(sent).hasValue(0);

      client.putItem(put -> put.tableName(table).item(item("b")));
      assertThat(page(client, table)).containsExactly(item("b"));
      assertThat(read(client, table)).isEqualTo(item("b"));
    }
  }

  @Test
  void pages_overSharding_areMerged_andHaveLogicalStartKeys() {
    AtomicInteger sent = new AtomicInteger();
    try (DynamoDbClient plain = counted(sent);
        DynamoDbClient below = sharding(plain, "merged");
        DynamoDbClient client = caching(below, "merged")) {
      ExampleTables.create(plain, "merged", "day", "at");
      for (int i = 0; i < 20; i++) {
        client.putItem(put(i, "old"));
      }
      List<String> first = names(client);
      assertThat(first).hasSize(20).isSorted();
      sent.set(0);
      assertThat(names(client)).isEqualTo(first);
      assertThat(sent).hasValue(0);

      client.putItem(put(17, "new"));
      assertThat(names(client)).hasSize(20).contains("17 new").doesNotContain("17 old");
    }
  }

  private static PutItemRequest put(int i, String text) {
    String at = "2026-11-21T10:00:%02dZ".formatted(i);
    return PutItemRequest.builder()
        .tableName("merged")
        .item(
            Map.of(
                "day", AttributeValue.fromS("d"),
                "at", AttributeValue.fromS(at),
                "name", AttributeValue.fromS("%02d %s".formatted(i, text))))
        .build();
  }

  /** The names of all items, by pages of seven. */
  private static List<String> names(DynamoDbClient client) {
    return client.queryPaginator(query("merged").limit(7).build()).items().stream()
        .map(item -> item.get("name").s())
        .toList();
  }

  private static QueryRequest.Builder query(String table) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("#d = :d AND #a BETWEEN :from AND :to")
        .expressionAttributeNames(Map.of("#d", "day", "#a", "at"))
        .expressionAttributeValues(
            Map.of(
                ":d", KEY.get("day"),
                ":from", AttributeValue.fromS("2026-11-21T00:00:00Z"),
                ":to", AttributeValue.fromS("2026-11-21T23:00:00Z")));
  }

  private static List<Map<String, AttributeValue>> page(DynamoDbClient client, String table) {
    return client.query(query(table).build()).items();
  }

  private static Map<String, AttributeValue> item(String letter) {
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put("body", AttributeValue.fromS(letter.repeat(100_000)));
    return item;
  }

  private static Map<String, AttributeValue> read(DynamoDbClient client, String table) {
    return client.getItem(get -> get.tableName(table).key(KEY)).item();
  }

  private DynamoDbClient counted(AtomicInteger sent) {
    ExecutionInterceptor counter =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            sent.incrementAndGet();
          }
        };
    return local
        .clientBuilder()
        .overrideConfiguration(c -> c.addExecutionInterceptor(counter))
        .build();
  }

  private static DynamoDbClient caching(DynamoDbClient below, String table) {
    CachingSpec spec =
        CachingSpec.builder(table)
            .partitionKey("day", ScalarAttributeType.S)
            .sortKey("at", ScalarAttributeType.S)
            .timeToLive(Duration.ofMinutes(1))
            .popular(1, Duration.ofMinutes(1))
            .pages()
            .build();
    return CachingDynamoDbClient.builder(below).table(spec).build();
  }

  private static DynamoDbClient sharding(DynamoDbClient below, String table) {
    ShardingSpec spec =
        ShardingSpec.builder(table).partitionKey("day").sortKey("at").shards(4).build();
    return ShardingDynamoDbClient.builder(below).table(spec).build();
  }

  private static DynamoDbClient chunking(DynamoDbClient below, String table) {
    ChunkingSpec spec =
        ChunkingSpec.builder(table)
            .partitionKey("day")
            .sortKey("at")
            .attribute("body", AttributePolicy.compressed(Codecs.gzip()))
            .build();
    return ChunkingDynamoDbClient.builder(below).table(spec).build();
  }

  private static DynamoDbClient series(DynamoDbClient below) {
    TimeSeriesSpec spec =
        TimeSeriesSpec.builder("readings")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .since(Instant.parse("2026-11-01T00:00:00Z"))
            .template(ExampleTables.provisioned(10, 10, "day", "at"))
            .build();
    return TimeSeriesDynamoDbClient.builder(below).table(spec).clock(() -> NOW).build();
  }
}
