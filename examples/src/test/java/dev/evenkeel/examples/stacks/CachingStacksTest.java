package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
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
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A cache over each other decorator, and over two: it keeps what callers see. */
@ExtendWith(LocalDynamoDbExtension.class)
class CachingStacksTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String TABLE = "documents";
  private static final int SMALL = 100_000;
  private static final int LARGE = 500_000; // more than an item has: it is in chunks

  private static final Map<String, AttributeValue> KEY =
      Map.of("day", AttributeValue.fromS("d"), "at", AttributeValue.fromS("2026-11-21T10:00:00Z"));

  private static final CachingSpec CACHED =
      CachingSpec.builder(TABLE)
          .partitionKey("day", ScalarAttributeType.S)
          .sortKey("at", ScalarAttributeType.S)
          .timeToLive(Duration.ofMinutes(10))
          .popular(1, Duration.ofMinutes(1))
          .pages()
          .build();

  private static final ShardingSpec SHARDED =
      ShardingSpec.builder(TABLE).partitionKey("day").sortKey("at").shards(4).build();

  private static final ChunkingSpec CHUNKED =
      ChunkingSpec.builder(TABLE)
          .partitionKey("day")
          .sortKey("at")
          .attribute("body", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("chunks"))
          .intentTable("intents")
          .build();

  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder(TABLE)
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .since(Instant.parse("2026-11-01T00:00:00Z"))
          .template(ExampleTables.provisioned(10, 10, "day", "at"))
          .build();

  /** What the cache stands over. */
  private enum DecorationBelow implements Decoration {
    CHUNKING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return ChunkingDynamoDbClient.builder(plain).table(CHUNKED).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return ChunkingDynamoDbAsyncClient.builder(plain).table(CHUNKED).build();
      }
    },
    SHARDING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return ShardingDynamoDbClient.builder(plain).table(SHARDED).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return ShardingDynamoDbAsyncClient.builder(plain).table(SHARDED).build();
      }
    },
    CHUNKING_OVER_SHARDING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return CHUNKING.around(SHARDING.around(plain));
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return CHUNKING.around(SHARDING.around(plain));
      }
    },
    TIME_SERIES {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return TimeSeriesDynamoDbClient.builder(plain).table(SERIES).clock(() -> NOW).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return TimeSeriesDynamoDbAsyncClient.builder(plain).table(SERIES).clock(() -> NOW).build();
      }
    };

    boolean isChunking() {
      return this == CHUNKING || this == CHUNKING_OVER_SHARDING;
    }

    /** A cache over these. */
    Decoration cached() {
      return new Decoration() {
        @Override
        public DynamoDbClient around(DynamoDbClient plain) {
          return CachingDynamoDbClient.builder(DecorationBelow.this.around(plain))
              .table(CACHED)
              .build();
        }

        @Override
        public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
          return CachingDynamoDbAsyncClient.builder(DecorationBelow.this.around(plain))
              .table(CACHED)
              .build();
        }
      };
    }
  }

  private final LocalDynamoDb local;

  CachingStacksTest(LocalDynamoDb local) {
    this.local = local;
  }

  @ParameterizedTest
  @EnumSource
  void cache_overChunking_keepsDecodedValues(Kind kind) {
    requireCached(kind, DecorationBelow.CHUNKING);
  }

  @ParameterizedTest
  @EnumSource
  void cache_overSharding_keepsLogicalItems(Kind kind) {
    requireCached(kind, DecorationBelow.SHARDING);
  }

  @ParameterizedTest
  @EnumSource
  void cache_overChunkingOverSharding_keepsBoth(Kind kind) {
    requireCached(kind, DecorationBelow.CHUNKING_OVER_SHARDING);
  }

  @ParameterizedTest
  @EnumSource
  void cache_overTimeSeries_keepsItemsOfPeriods(Kind kind) {
    requireCached(kind, DecorationBelow.TIME_SERIES);
  }

  @Test
  void cache_belowAnotherDecorator_isRefused() {
    try (DynamoDbClient plain = local.client();
        DynamoDbClient caching = DecorationBelow.CHUNKING.cached().around(plain)) {
      assertThatThrownBy(() -> DecorationBelow.SHARDING.around(caching))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("SHARDING stands over CACHING");
    }
  }

  /** The second read of an item sends nothing, and a read after a write shows the write. */
  private void requireCached(Kind kind, DecorationBelow below) {
    LocalDynamoDb own = local.isolated();
    AtomicInteger sent = new AtomicInteger();
    int chars = below.isChunking() ? LARGE : SMALL;
    try (DynamoDbClient plain = own.client();
        ClientUnderTest client =
            kind.open(own, request -> sent.incrementAndGet(), below.cached())) {
      create(plain, below);
      client.call(put(item('a', chars)));
      assertThat(read(client)).isEqualTo(item('a', chars));
      assertThat(page(client)).containsExactly(item('a', chars));
      sent.set(0);
      assertThat(read(client)).isEqualTo(item('a', chars));
      assertThat(page(client)).containsExactly(item('a', chars));
      assertThat(sent).hasValue(0);

      client.call(put(item('b', chars)));
      assertThat(page(client)).containsExactly(item('b', chars));
      assertThat(read(client)).isEqualTo(item('b', chars));
      if (below.isChunking()) {
        assertThat(plain.scan(scan -> scan.tableName("chunks")).count()).isPositive();
      }
    }
  }

  private static void create(DynamoDbClient plain, DecorationBelow below) {
    String suffix = below == DecorationBelow.TIME_SERIES ? "_2026-11-21" : "";
    ExampleTables.create(plain, TABLE + suffix, "day", "at");
    ExampleTables.create(plain, "chunks", "Id");
    ExampleTables.createIntents(plain, "intents");
  }

  @ParameterizedTest
  @EnumSource
  void pages_overSharding_areMerged_andHaveLogicalStartKeys(Kind kind) {
    LocalDynamoDb own = local.isolated();
    AtomicInteger sent = new AtomicInteger();
    try (DynamoDbClient plain = own.client();
        ClientUnderTest client =
            kind.open(own, request -> sent.incrementAndGet(), DecorationBelow.SHARDING.cached())) {
      create(plain, DecorationBelow.SHARDING);
      for (int i = 0; i < 20; i++) {
        client.call(named(i, "old"));
      }
      List<String> first = names(client);
      assertThat(first).hasSize(20).isSorted();
      sent.set(0);
      assertThat(names(client)).isEqualTo(first);
      assertThat(sent).hasValue(0);

      client.call(named(17, "new"));
      assertThat(names(client)).hasSize(20).contains("17 new").doesNotContain("17 old");
    }
  }

  private static PutItemRequest named(int i, String text) {
    return put(
        Map.of(
            "day", AttributeValue.fromS("d"),
            "at", AttributeValue.fromS("2026-11-21T10:00:%02dZ".formatted(i)),
            "name", AttributeValue.fromS("%02d %s".formatted(i, text))));
  }

  private static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  /** The names of all items, by pages of seven. */
  private static List<String> names(ClientUnderTest client) {
    List<String> names = new ArrayList<>();
    client
        .pages(query().limit(7).build(), 20)
        .forEach(page -> page.items().forEach(item -> names.add(item.get("name").s())));
    return names;
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName(TABLE)
        .keyConditionExpression("#d = :d AND #a BETWEEN :from AND :to")
        .expressionAttributeNames(Map.of("#d", "day", "#a", "at"))
        .expressionAttributeValues(
            Map.of(
                ":d", KEY.get("day"),
                ":from", AttributeValue.fromS("2026-11-21T00:00:00Z"),
                ":to", AttributeValue.fromS("2026-11-21T23:00:00Z")));
  }

  private static List<Map<String, AttributeValue>> page(ClientUnderTest client) {
    return client.call(query().build()).items();
  }

  private static Map<String, AttributeValue> item(char letter, int chars) {
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put("body", AttributeValue.fromS(String.valueOf(letter).repeat(chars)));
    return item;
  }

  private static Map<String, AttributeValue> read(ClientUnderTest client) {
    return client.call(GetItemRequest.builder().tableName(TABLE).key(KEY).build()).item();
  }
}
