package dev.evenkeel.redis;

import static dev.evenkeel.redis.Raises.IDS;
import static dev.evenkeel.redis.Raises.TIME_TO_LIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A cache with a tier of its own, and what its reads have to show at least. */
final class Member implements AutoCloseable {
  static final String TABLE = "counters";

  final RedisTier tier;
  final ItemCache cache;
  final ClientUnderTest client;
  private final Raises raises;
  private final long[] ended = new long[IDS];

  Member(RedisServer server, LocalDynamoDb local, Kind kind, Raises raises) {
    this.raises = raises;
    tier = RedisTier.at(server.uri(), "test");
    cache = ItemCache.ofBytes(1 << 20, tier);
    client = kind.open(local, decoration());
  }

  private Decoration decoration() {
    CachingSpec spec =
        CachingSpec.builder(TABLE)
            .partitionKey("id", ScalarAttributeType.S)
            .timeToLive(TIME_TO_LIVE)
            .popular(1, Duration.ofMinutes(1))
            .pages()
            .build();
    return new Decoration() {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return CachingDynamoDbClient.builder(plain).table(spec).cache(cache).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return CachingDynamoDbAsyncClient.builder(plain).table(spec).cache(cache).build();
      }
    };
  }

  long raise(int id) {
    String value =
        client
            .call(
                UpdateItemRequest.builder()
                    .tableName(TABLE)
                    .key(key(id))
                    .updateExpression("ADD n :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                    .returnValues(ReturnValue.UPDATED_NEW)
                    .build())
            .attributes()
            .get("n")
            .n();
    long raised = Long.parseLong(value);
    synchronized (ended) {
      ended[id] = Math.max(ended[id], raised);
    }
    raises.ended(id, raised);
    return raised;
  }

  /** What a read that begins now has to show: all of its own, and what others wrote long ago. */
  long floor(int id) {
    long others = raises.beforeTimeToLive(id);
    synchronized (ended) {
      return Math.max(ended[id], others);
    }
  }

  void requireRead(int id) {
    long floor = floor(id);
    assertThat(read(id)).as("c%d", id).isGreaterThanOrEqualTo(floor);
  }

  long read(int id) {
    AttributeValue value =
        client.call(GetItemRequest.builder().tableName(TABLE).key(key(id)).build()).item().get("n");
    return value == null ? 0 : Long.parseLong(value.n());
  }

  /** The same by a query, whose page is in no tier. */
  long readPage(int id) {
    AttributeValue value =
        client
            .call(
                QueryRequest.builder()
                    .tableName(TABLE)
                    .keyConditionExpression("id = :id")
                    .expressionAttributeValues(Map.of(":id", key(id).get("id")))
                    .build())
            .items()
            .get(0)
            .get("n");
    return Long.parseLong(value.n());
  }

  CacheStats stats() {
    return cache.stats().get(TABLE);
  }

  @Override
  public void close() {
    client.close();
    tier.close();
  }

  static Map<String, AttributeValue> key(int id) {
    return Map.of("id", AttributeValue.fromS("c" + id));
  }
}
