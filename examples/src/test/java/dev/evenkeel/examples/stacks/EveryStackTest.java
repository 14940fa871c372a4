package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.CHUNKS;
import static dev.evenkeel.examples.stacks.LargeReadings.FRAMES;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static dev.evenkeel.examples.stacks.LargeReadings.between;
import static dev.evenkeel.examples.stacks.LargeReadings.key;
import static dev.evenkeel.examples.stacks.LargeReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * All 16 subsets of the four decorators in their order: the same calls, the same answers, from
 * memory where there is a cache. All share an executor of one thread, and whatever they send is
 * sent in the context of the caller.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class EveryStackTest {
  private static final List<String> DAYS = List.of("2026-11-16", "2026-11-17");
  private static final InstantSource CLOCK = () -> Instant.parse("2026-11-17T00:30:00Z");
  private static final TimeSeriesSpec SERIES = LargeReadings.items(null);
  private static final TimeSeriesSpec ROWS =
      SERIES.companion(CHUNKS).template(ExampleTables.provisioned(50, 50, "Id", "at")).build();
  private static final ShardingSpec SHARDS =
      ShardingSpec.builder(READINGS).partitionKey("sensor").sortKey("at").shards(3).build();
  private static final CachingSpec CACHED =
      CachingSpec.builder(READINGS)
          .partitionKey("sensor", ScalarAttributeType.S)
          .sortKey("at", ScalarAttributeType.S)
          .timeToLive(Duration.ofMinutes(10))
          .popular(1, Duration.ofMinutes(1))
          .build();

  private static final ExecutorService ONE_THREAD = Executors.newSingleThreadExecutor();

  private static boolean isSharded(String table) {
    return table.equals(READINGS) || SERIES.tables().contain(table);
  }

  static Stream<Arguments> stacks() {
    List<Set<StackLayer>> subsets = new ArrayList<>(List.of(Set.of()));
    for (StackLayer layer : StackLayer.values()) {
      for (Set<StackLayer> smaller : List.copyOf(subsets)) {
        Set<StackLayer> larger = new TreeSet<>(smaller);
        larger.add(layer);
        subsets.add(larger);
      }
    }
    return subsets.stream()
        .flatMap(layers -> Stream.of(Kind.values()).map(kind -> Arguments.of(layers, kind)));
  }

  /** The clients of a subset, over each other. */
  private record Stack(Set<StackLayer> layers, ItemCache cache, ClientThreads threads)
      implements Decoration {
    @Override
    public DynamoDbClient around(DynamoDbClient plain) {
      DynamoDbClient client = plain;
      for (StackLayer layer : layers) { // from the wire outwards
        client =
            switch (layer) {
              case SHARDING ->
                  ShardingDynamoDbClient.builder(client)
                      .tables(EveryStackTest::isSharded, SHARDS)
                      .threads(threads)
                      .build();
              case TIME_SERIES ->
                  TimeSeriesDynamoDbClient.builder(client)
                      .table(SERIES)
                      .table(ROWS)
                      .clock(CLOCK)
                      .threads(threads)
                      .build();
              case CHUNKING ->
                  ChunkingDynamoDbClient.builder(client).table(FRAMES).threads(threads).build();
              case CACHING ->
                  CachingDynamoDbClient.builder(client)
                      .table(CACHED)
                      .cache(cache)
                      .threads(threads)
                      .build();
            };
      }
      return client;
    }

    @Override
    public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
      DynamoDbAsyncClient client = plain;
      for (StackLayer layer : layers) {
        client =
            switch (layer) {
              case SHARDING ->
                  ShardingDynamoDbAsyncClient.builder(client)
                      .tables(EveryStackTest::isSharded, SHARDS)
                      .threads(threads)
                      .build();
              case TIME_SERIES ->
                  TimeSeriesDynamoDbAsyncClient.builder(client)
                      .table(SERIES)
                      .table(ROWS)
                      .clock(CLOCK)
                      .threads(threads)
                      .build();
              case CHUNKING ->
                  ChunkingDynamoDbAsyncClient.builder(client)
                      .table(FRAMES)
                      .threads(threads)
                      .build();
              case CACHING ->
                  CachingDynamoDbAsyncClient.builder(client)
                      .table(CACHED)
                      .cache(cache)
                      .threads(threads)
                      .build();
            };
      }
      return client;
    }

    /** What has come from memory. */
    long hits() {
      return layers.contains(StackLayer.CACHING) ? cache.stats().get(READINGS).hits() : 0;
    }
  }

  private static List<String> create(DynamoDbClient plain, boolean hasPeriods) {
    ExampleTables.createIntents(plain, "intents");
    List<String> suffixes = hasPeriods ? DAYS.stream().map("_"::concat).toList() : List.of("");
    for (String suffix : suffixes) {
      ExampleTables.create(plain, READINGS + suffix, "sensor", "at");
      ExampleTables.create(plain, CHUNKS + suffix, "Id", "at");
    }
    return suffixes;
  }

  @AfterEach
  void leave() {
    MDC.remove(Sent.CALLER);
  }

  @AfterAll
  static void end() {
    ONE_THREAD.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("stacks")
  void stack_ofAnySubset_answersAlike(Set<StackLayer> layers, Kind kind, LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    Sent sent = new Sent();
    Stack stack = new Stack(layers, ItemCache.ofBytes(1 << 20), Sent.carryingOn(ONE_THREAD));
    try (DynamoDbClient plain = own.client();
        ClientUnderTest client = kind.open(own, sent::note, stack)) {
      List<String> suffixes = create(plain, layers.contains(StackLayer.TIME_SERIES));
      MDC.put(Sent.CALLER, Sent.ME);
      Map<String, Map<String, AttributeValue>> model = use(client);
      requireMemory(client, model, sent.count(), stack);
      assertThat(sent.byNobody()).as("requests without the context of their caller").isEmpty();

      List<Map<String, AttributeValue>> stored =
          suffixes.stream()
              .map(suffix -> rows(plain, READINGS + suffix))
              .flatMap(List::stream)
              .toList();
      List<Map<String, AttributeValue>> chunks =
          suffixes.stream()
              .map(suffix -> rows(plain, CHUNKS + suffix))
              .flatMap(List::stream)
              .toList();
      assertThat(stored).hasSameSizeAs(model.values());
      assertThat(chunks.isEmpty()).isEqualTo(!layers.contains(StackLayer.CHUNKING));
      assertThat(stored)
          .allMatch(
              item ->
                  item.get("sensor").s().equals("camera") != layers.contains(StackLayer.SHARDING));
    }
  }

  /** Items that were read before come from memory, and nothing is sent, where there is a cache. */
  private static void requireMemory(
      ClientUnderTest client,
      Map<String, Map<String, AttributeValue>> model,
      AtomicInteger sent,
      Stack stack) {
    int sentBefore = sent.get();
    long hitsBefore = stack.hits();
    model.forEach((at, item) -> assertThat(get(client, at).item()).isEqualTo(item));
    boolean isCached = stack.layers().contains(StackLayer.CACHING);
    assertThat(sent.get() == sentBefore).as("nothing is sent").isEqualTo(isCached);
    assertThat(stack.hits() - hitsBefore).isEqualTo(isCached ? model.size() : 0);
  }

  private static List<Map<String, AttributeValue>> rows(DynamoDbClient plain, String table) {
    return plain.scan(scan -> scan.tableName(table)).items();
  }

  /** Puts, replaces, updates and deletes; ends with what is left. */
  private static Map<String, Map<String, AttributeValue>> use(ClientUnderTest client) {
    Map<String, Map<String, AttributeValue>> model = new TreeMap<>();
    for (String at :
        List.of("2026-11-16T23:00:00Z#1", "2026-11-16T23:30:00Z#2", "2026-11-17T00:00:00Z#3")) {
      model.put(at, reading(at, 1));
      client.call(PutItemRequest.builder().tableName(READINGS).item(model.get(at)).build());
      check(client, model);
    }
    String updated = "2026-11-16T23:30:00Z#2";
    model.put(updated, reading(updated, 2));
    client.call(
        UpdateItemRequest.builder()
            .tableName(READINGS)
            .key(key(updated))
            .updateExpression("SET frame = :frame")
            .expressionAttributeValues(Map.of(":frame", model.get(updated).get("frame")))
            .build());
    check(client, model);
    String deleted = "2026-11-17T00:00:00Z#3";
    model.remove(deleted);
    client.call(DeleteItemRequest.builder().tableName(READINGS).key(key(deleted)).build());
    assertThat(get(client, deleted).hasItem()).isFalse();
    check(client, model);
    return model;
  }

  private static void check(
      ClientUnderTest client, Map<String, Map<String, AttributeValue>> model) {
    model.forEach((at, item) -> assertThat(get(client, at).item()).isEqualTo(item));
    QueryResponse page =
        client.call(between("2026-11-16", "2026-11-18").toBuilder().consistentRead(true).build());
    Collection<Map<String, AttributeValue>> items = model.values();
    assertThat(page.items()).containsExactlyElementsOf(items);
  }

  private static GetItemResponse get(ClientUnderTest client, String at) {
    return client.call(GetItemRequest.builder().tableName(READINGS).key(key(at)).build());
  }
}
