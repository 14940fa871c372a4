package dev.evenkeel.caching;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A caching client over a table, its clock, and what it has sent. */
abstract class CacheUnderTest implements AutoCloseable {
  final AtomicLong nanos = new AtomicLong(1L << 40);
  final ItemCache cache = ItemCache.ofBytes(8L << 20, nanos::get);
  final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();
  final ClientUnderTest client;

  CacheUnderTest(LocalDynamoDb local, ClientUnderTest.Kind kind, CachingSpec spec) {
    this.client = kind.open(local, sent::add, decoration(cache, spec));
  }

  static Decoration decoration(ItemCache cache, CachingSpec spec) {
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

  /** The requests since the last call of this. */
  List<SdkRequest> sent() {
    List<SdkRequest> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public void close() {
    client.close();
  }
}
