package dev.evenkeel.examples;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeValues;
import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.redis.RedisTier;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spark.SparkPass;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.FileCheckpoints;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The code in the Javadoc of the entry points, as regions: {@code SnippetsTest} compares them. */
final class EntryPoints {
  private static final AttributeValue TODAY = AttributeValue.fromS("2026-11-26");

  private EntryPoints() {}

  static ShardingSpec sharding() {
    // [docs:sharding]
    ShardingSpec hits =
        ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(22).build();
    // [docs]
    return hits;
  }

  static QueryResponse shardingClient(DynamoDbClient plain, Map<String, AttributeValue> hit) {
    // [docs:sharding-client]
    ShardingSpec hits =
        ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(22).build();
    DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(hits).build();
    client.putItem(put -> put.tableName("hits").item(hit)); // to one of 22 stored keys
    QueryResponse newest = // the newest 20 of all
        client.query(
            query ->
                query
                    .tableName("hits")
                    .keyConditionExpression("#day = :day")
                    .expressionAttributeNames(Map.of("#day", "day"))
                    .expressionAttributeValues(Map.of(":day", TODAY))
                    .scanIndexForward(false)
                    .limit(20));
    // [docs]
    return newest;
  }

  static CompletableFuture<?> shardingAsync(
      DynamoDbAsyncClient plain, ShardingSpec hits, Map<String, AttributeValue> hit) {
    // [docs:sharding-async]
    DynamoDbAsyncClient client = ShardingDynamoDbAsyncClient.builder(plain).table(hits).build();
    CompletableFuture<?> stored = client.putItem(put -> put.tableName("hits").item(hit));
    // [docs]
    return stored;
  }

  static CounterSpec counter() {
    // [docs:counter]
    CounterSpec votes =
        CounterSpec.builder("votes").partitionKey("candidate").summed("count").shards(8).build();
    // [docs]
    return votes;
  }

  static void reshard(DynamoDbClient plain, LayoutStore layouts) {
    // [docs:resharder]
    ShardingSpec hits =
        ShardingSpec.builder("hits")
            .partitionKey("day")
            .sortKey("at")
            .shards(1)
            .layoutFrom(layouts)
            .build();
    Resharder resharder = Resharder.of(hits, plain);
    resharder.start(TODAY, 8); // once
    resharder.run(); // in any number of processes
    resharder.verify();
    resharder.finish();
    // [docs]
  }

  static void editLayout(ShardingSpec hits, DynamoDbClient plain) {
    // [docs:layout-editor]
    LayoutEditor editor = LayoutEditor.of(hits, plain);
    editor.ready(); // all clients look layouts up
    editor.addPiece(TODAY, 16); // for what is still to come
    editor.settle();
    // [docs]
  }

  static DynamoDbClient guarded() {
    return DynamoDbClient.builder()
        .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  static ChunkingSpec chunking() {
    // [docs:chunking]
    ChunkingSpec replies =
        ChunkingSpec.builder("replies")
            .partitionKey("id")
            .attribute("message", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
            .chunkTable("chunks")
            .intentTable("intents")
            .build();
    // [docs]
    return replies;
  }

  static void chunkingClient(
      DynamoDbClient plain, ChunkingSpec replies, Map<String, AttributeValue> reply) {
    // [docs:chunking-client]
    DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(replies).build();
    client.putItem(put -> put.tableName("replies").item(reply)); // of any size
    // [docs]
  }

  static CompletableFuture<GetItemResponse> chunkingAsync(
      DynamoDbAsyncClient plain, ChunkingSpec replies, Map<String, AttributeValue> key) {
    // [docs:chunking-async]
    DynamoDbAsyncClient client = ChunkingDynamoDbAsyncClient.builder(plain).table(replies).build();
    CompletableFuture<GetItemResponse> whole =
        client.getItem(get -> get.tableName("replies").key(key));
    // [docs]
    return whole;
  }

  static void largeValues(
      ChunkingDynamoDbClient client,
      Map<String, AttributeValue> reply,
      Map<String, AttributeValue> key,
      Path file)
      throws IOException {
    // [docs:large-values]
    LargeValues values = client.largeValues();
    PutItemRequest put = PutItemRequest.builder().tableName("replies").item(reply).build();
    try (InputStream film = Files.newInputStream(file)) {
      values.putBinary(put, "film", film);
    }
    LargeValue film = values.open("replies", key, "film");
    // [docs]
    System.out.println(film.length());
  }

  static TimeSeriesSpec timeSeries(CreateTableRequest likeEachTable) {
    // [docs:time-series]
    TimeSeriesSpec clicks =
        TimeSeriesSpec.builder("clicks")
            .period(Period.DAY)
            .since(Instant.parse("2026-11-01T00:00:00Z"))
            .time(ItemTime.iso("at"))
            .template(TableTemplate.of(likeEachTable))
            .retention(Retention.keep())
            .build();
    // [docs]
    return clicks;
  }

  static void timeSeriesClient(
      DynamoDbClient plain, TimeSeriesSpec clicks, Map<String, AttributeValue> click) {
    // [docs:time-series-client]
    DynamoDbClient client = TimeSeriesDynamoDbClient.builder(plain).table(clicks).build();
    client.putItem(put -> put.tableName("clicks").item(click)); // to the table of its day
    // [docs]
  }

  static void timeSeriesAsync(
      DynamoDbAsyncClient plain, TimeSeriesSpec clicks, Map<String, AttributeValue> click) {
    // [docs:time-series-async]
    DynamoDbAsyncClient client = TimeSeriesDynamoDbAsyncClient.builder(plain).table(clicks).build();
    CompletableFuture<?> stored = client.putItem(put -> put.tableName("clicks").item(click));
    // [docs]
    stored.join();
  }

  static CachingSpec caching() {
    // [docs:caching]
    CachingSpec prices =
        CachingSpec.builder("prices")
            .partitionKey("id", ScalarAttributeType.S)
            .timeToLive(Duration.ofSeconds(10)) // the most that writes of others are late
            .popular(3, Duration.ofMinutes(1)) // all others are read as ever
            .build();
    // [docs]
    return prices;
  }

  static DynamoDbClient cachingClient(DynamoDbClient plain, CachingSpec prices) {
    // [docs:caching-client]
    DynamoDbClient client =
        CachingDynamoDbClient.builder(plain)
            .table(prices)
            .cache(ItemCache.ofBytes(64 << 20))
            .build();
    // [docs]
    return client;
  }

  static void cachingAsync(
      DynamoDbClient plain, DynamoDbAsyncClient plainAsync, CachingSpec prices) {
    // [docs:item-cache]
    ItemCache cache = ItemCache.ofBytes(64 << 20);
    DynamoDbClient client = CachingDynamoDbClient.builder(plain).table(prices).cache(cache).build();
    DynamoDbAsyncClient asyncClient =
        CachingDynamoDbAsyncClient.builder(plainAsync).table(prices).cache(cache).build();
    // [docs]
    client.close();
    asyncClient.close();
  }

  static void tier() {
    // [docs:redis-tier]
    RedisTier tier = RedisTier.at(RedisURI.create("rediss://cache.example.com:6379"), "shop-eu");
    ItemCache cache = ItemCache.ofBytes(64 << 20, tier);
    // [docs]
    System.out.println(cache.size());
  }

  static UploadReport upload(
      DynamoDbClient client, Path log, Function<String, Map<String, AttributeValue>> parser) {
    // [docs:upload]
    UploadReport report =
        DistributedUpload.builder(client)
            .table("hits", sharding().logicalKey())
            .source(UploadSources.lines(log, parser))
            .checkpoints(FileCheckpoints.at(log.resolveSibling("hits.checkpoint")))
            .build()
            .run();
    // [docs]
    return report;
  }

  static List<Long> spark(JavaSparkContext spark, ShardingSpec hits) {
    // [docs:spark-pass]
    List<Long> moved = SparkPass.run(spark, 40, () -> Resharder.of(hits, guarded()).run());
    // [docs]
    return moved;
  }
}
