package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.RemoteTier;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Caches that see the items of one table in different ways: neither answers for the other. */
@ExtendWith(LocalDynamoDbExtension.class)
class ViewsInATierTest {
  private static final String TABLE = "documents";
  private static final Map<String, AttributeValue> ITEM =
      Map.of("id", AttributeValue.fromS("a"), "body", AttributeValue.fromS("x".repeat(100_000)));
  private static final ChunkingSpec COMPRESSED =
      ChunkingSpec.builder(TABLE)
          .partitionKey("id")
          .attribute("body", AttributePolicy.compressed(Codecs.gzip()))
          .build();

  private final DynamoDbClient plain;
  private final Tier tier = new Tier();

  ViewsInATierTest(LocalDynamoDb local) {
    this.plain = local.isolated().client();
  }

  @BeforeEach
  void create() {
    ExampleTables.create(plain, TABLE, "id");
  }

  @AfterEach
  void close() {
    plain.close();
  }

  /** A tier in memory. */
  private static final class Tier implements RemoteTier {
    private final Map<ItemId, SdkBytes> items = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<LookResult> look(ItemId item) {
      return CompletableFuture.completedFuture(
          new LookResult("run", "stamp", items.get(item), Duration.ZERO));
    }

    @Override
    public CompletionStage<?> fill(ItemId item, String stamp, SdkBytes value, Duration timeToLive) {
      items.put(item, value);
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletionStage<String> remove(Collection<ItemId> written) {
      items.keySet().removeAll(written);
      return CompletableFuture.completedFuture("run");
    }

    @Override
    public CompletionStage<String> removeAll(Collection<String> tables) {
      return CompletableFuture.completedFuture("run");
    }
  }

  private ItemCache cache() {
    return ItemCache.ofBytes(8 << 20, tier);
  }

  private static CachingSpec.Builder cached() {
    return CachingSpec.builder(TABLE)
        .partitionKey("id", ScalarAttributeType.S)
        .timeToLive(Duration.ofMinutes(5))
        .popular(1, Duration.ofMinutes(1));
  }

  private static DynamoDbClient caching(DynamoDbClient delegate, ItemCache cache) {
    return caching(delegate, cache, cached());
  }

  private static DynamoDbClient caching(
      DynamoDbClient delegate, ItemCache cache, CachingSpec.Builder spec) {
    return CachingDynamoDbClient.builder(delegate).table(spec.build()).cache(cache).build();
  }

  private static DynamoDbClient chunking(DynamoDbClient delegate) {
    return ChunkingDynamoDbClient.builder(delegate).table(COMPRESSED).build();
  }

  private static Map<String, AttributeValue> read(DynamoDbClient client) {
    return client
        .getItem(get -> get.tableName(TABLE).key(Map.of("id", AttributeValue.fromS("a"))))
        .item();
  }

  @Test
  void decodedAndStoredItems_areNotTakenForEachOther() {
    DynamoDbClient over = caching(chunking(plain), cache());
    DynamoDbClient below = chunking(caching(plain, cache()));
    over.putItem(put -> put.tableName(TABLE).item(ITEM));
    assertThat(read(below)).isEqualTo(ITEM);
    assertThat(read(over)).isEqualTo(ITEM);

    ItemCache other = cache();
    assertThat(read(caching(chunking(plain), other))).isEqualTo(ITEM);
    assertThat(other.stats().get(TABLE).remote()).as("of caches that are alike").isEqualTo(1);
  }

  @Test
  void eventuallyConsistentReads_answerThoseAlone_thatReadSo() {
    read(caching(plain, cache(), cached().eventual()));
    plain.putItem(put -> put.tableName(TABLE).item(ITEM));
    read(caching(plain, cache(), cached().eventual()));
    assertThat(tier.items).hasSize(1);

    ItemCache eventual = cache();
    assertThat(read(caching(plain, eventual, cached().eventual()))).isEqualTo(ITEM);
    assertThat(eventual.stats().get(TABLE).remote()).isEqualTo(1);

    ItemCache strict = cache();
    assertThat(read(caching(plain, strict))).isEqualTo(ITEM);
    assertThat(strict.stats().get(TABLE).remote()).isZero();
  }

  @Test
  void writes_takeOutWhatOthersHaveFilled() {
    plain.putItem(put -> put.tableName(TABLE).item(ITEM));
    DynamoDbClient strict = caching(plain, cache());
    for (DynamoDbClient other :
        List.of(caching(plain, cache(), cached().eventual()), caching(chunking(plain), cache()))) {
      read(other);
      assertThat(tier.items).hasSize(1);

      strict.putItem(put -> put.tableName(TABLE).item(ITEM));
      assertThat(tier.items).isEmpty();
    }
  }

  @Test
  void oneCache_overDifferentDecorators_isRefused() {
    ItemCache shared = ItemCache.ofBytes(8 << 20);
    caching(plain, shared);
    caching(caching(plain, shared), shared);
    assertThatThrownBy(() -> caching(chunking(plain), shared))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(TABLE, "CHUNKING", "Give each its own cache");
    caching(plain, shared);
  }
}
