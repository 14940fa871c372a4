package dev.evenkeel.examples.pages;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.redis.RedisTier;
import io.lettuce.core.RedisURI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/caching.md}. */
final class CachingPage {
  private CachingPage() {}

  static ItemCache tier() {
    // [docs:tier]
    RedisTier tier =
        RedisTier.at(RedisURI.create("rediss://user:secret@cache.example.com:6379"), "shop-eu");
    ItemCache cache = ItemCache.ofBytes(8 << 20, tier);
    // [docs]
    return cache;
  }

  static ChunkingDynamoDbClient belowChunking(
      DynamoDbClient plain, CachingSpec cached, ChunkingSpec documents) {
    // [docs:references]
    DynamoDbClient references = CachingDynamoDbClient.builder(plain).table(cached).build();
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(references).table(documents).build();
    // [docs]
    return client;
  }
}
