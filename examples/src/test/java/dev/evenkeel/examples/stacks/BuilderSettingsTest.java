package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** What the builders of all decorators have in common: who closes the delegate, and the account. */
class BuilderSettingsTest {
  private static final String ACCOUNT = "111111111111";
  private static final GetItemRequest OTHERS =
      GetItemRequest.builder()
          .tableName("arn:aws:dynamodb:eu-west-1:222222222222:table/clicks")
          .key(
              Map.of(
                  "page", AttributeValue.fromS("/home"),
                  "at", AttributeValue.fromS("2026-11-30T10:00:00Z")))
          .build();
  private static final ShardingSpec SHARDED =
      ShardingSpec.builder("clicks").partitionKey("page").sortKey("at").shards(4).build();
  private static final ChunkingSpec CHUNKED =
      ChunkingSpec.builder("clicks")
          .partitionKey("page")
          .sortKey("at")
          .attribute("body", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("chunks"))
          .intentTable("intents")
          .build();
  private static final CachingSpec CACHED =
      CachingSpec.builder("clicks")
          .partitionKey("page")
          .sortKey("at")
          .timeToLive(Duration.ofMinutes(10))
          .build();
  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder("clicks")
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .since(Instant.parse("2026-11-01T00:00:00Z"))
          .template(ExampleTables.provisioned(100, 100, "page", "at"))
          .build();

  private final List<Object> sent = new ArrayList<>();
  private int closed;

  /** A client over a delegate, of account 111111111111 if it knows one. */
  private interface Decorator<C> {
    AutoCloseable over(C delegate, boolean closesIt);
  }

  static List<Decorator<DynamoDbClient>> sync() {
    return List.of(
        (to, closes) ->
            ShardingDynamoDbClient.builder(to)
                .table(SHARDED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            ChunkingDynamoDbClient.builder(to)
                .table(CHUNKED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            CachingDynamoDbClient.builder(to)
                .table(CACHED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            TimeSeriesDynamoDbClient.builder(to)
                .table(SERIES)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) -> BatchingDynamoDbClient.builder(to).closeDelegate(closes).build());
  }

  static List<Decorator<DynamoDbAsyncClient>> async() {
    return List.of(
        (to, closes) ->
            ShardingDynamoDbAsyncClient.builder(to)
                .table(SHARDED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            ChunkingDynamoDbAsyncClient.builder(to)
                .table(CHUNKED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            CachingDynamoDbAsyncClient.builder(to)
                .table(CACHED)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) ->
            TimeSeriesDynamoDbAsyncClient.builder(to)
                .table(SERIES)
                .accountId(ACCOUNT)
                .closeDelegate(closes)
                .build(),
        (to, closes) -> BatchingDynamoDbAsyncClient.builder(to).closeDelegate(closes).build());
  }

  /** A client in eu-west-1 that finds nothing. */
  private <C> C delegate(Class<C> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> answer(method, given)));
  }

  private @Nullable Object answer(Method method, Object[] given) {
    if (method.getName().equals("close")) {
      closed++;
      return null;
    }
    if (method.getName().equals("serviceClientConfiguration")) {
      return DynamoDbServiceClientConfiguration.builder().region(Region.EU_WEST_1).build();
    }
    sent.add(given[0]);
    GetItemResponse none = GetItemResponse.builder().build();
    return method.getReturnType() == CompletableFuture.class
        ? CompletableFuture.completedFuture(none)
        : none;
  }

  @ParameterizedTest
  @MethodSource("sync")
  void close_syncClient_closesTheDelegateIfItIsItsOwn(Decorator<DynamoDbClient> decorator)
      throws Exception {
    decorator.over(delegate(DynamoDbClient.class), false).close();
    assertThat(closed).isZero();
    decorator.over(delegate(DynamoDbClient.class), true).close();
    assertThat(closed).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("async")
  void close_asyncClient_closesTheDelegateIfItIsItsOwn(Decorator<DynamoDbAsyncClient> decorator)
      throws Exception {
    decorator.over(delegate(DynamoDbAsyncClient.class), false).close();
    assertThat(closed).isZero();
    decorator.over(delegate(DynamoDbAsyncClient.class), true).close();
    assertThat(closed).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("sync")
  void tableOfAnotherAccount_bySyncClient_isSentAsItWasGiven(Decorator<DynamoDbClient> decorator)
      throws Exception {
    try (AutoCloseable client = decorator.over(delegate(DynamoDbClient.class), false)) {
      ((DynamoDbClient) client).getItem(OTHERS);
    }
    assertThat(sent).hasSize(1).first().isSameAs(OTHERS);
  }

  @ParameterizedTest
  @MethodSource("async")
  void tableOfAnotherAccount_byAsyncClient_isSentAsItWasGiven(
      Decorator<DynamoDbAsyncClient> decorator) throws Exception {
    try (AutoCloseable client = decorator.over(delegate(DynamoDbAsyncClient.class), false)) {
      ((DynamoDbAsyncClient) client).getItem(OTHERS).join();
    }
    assertThat(sent).hasSize(1).first().isSameAs(OTHERS);
  }

  /** A client knows no account by itself. */
  @Test
  void tableOfAnotherAccount_byAClientThatKnowsNoAccount_isTakenForItsOwn() {
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(delegate(DynamoDbClient.class)).table(SHARDED).build()) {
      client.getItem(OTHERS);
    }
    assertThat(sent).hasSize(1).first().isNotEqualTo(OTHERS);
  }
}
