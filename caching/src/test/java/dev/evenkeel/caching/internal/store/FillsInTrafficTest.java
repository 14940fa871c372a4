package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What pays stays in memory or gets there, whatever is filled in vain beside it. */
class FillsInTrafficTest {
  private static final CachedTable TABLE =
      CachedTable.of(
          CachingSpec.builder("t")
              .partitionKey("id", ScalarAttributeType.S)
              .timeToLive(Duration.ofMinutes(5))
              .build());
  private static final GetItemResponse ITEM =
      Projection.answer(Map.of("v", AttributeValue.fromS("x".repeat(3000))));

  private final AtomicLong nanos = new AtomicLong();
  private final Random random = new Random(7);

  private ItemStore store(long bytesMax) {
    ItemStore store = new ItemStore(bytesMax, nanos::get, random::nextDouble, false);
    store.add(TABLE);
    return store;
  }

  /** Reads, and tells whether it is answered from memory. */
  private static boolean isHit(ItemStore store, int key, Projection projection) {
    ItemKey item = new ItemKey("t", AttributeValue.fromS("k" + key), null);
    if (store.hit(item, projection) != null) {
      return true;
    }
    if (store.isPopular(item, projection, 1)) {
      store.fetched(store.reading(TABLE, item, projection), ITEM, false);
    }
    return false;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** It has no room at its first fills, since memory knows the others as read more often. */
  @Test
  void key_thatBecomesHotBesideOthers_isSoonAnsweredFromMemory() {
    ItemStore store = store(8 << 20);
    int others = 3_200; // for some of them there is no room
    for (int i = 0; i < 12 * others; i++) {
      pass(Duration.ofMillis(1));
      isHit(store, i % others, Projection.WHOLE);
    }
    assertThat(store.stats().get("t").evicted()).isPositive();

    int hits = 0;
    for (int i = 0; i < 1000; i++) {
      for (int other = 0; other < 20; other++) {
        isHit(store, random.nextInt(others), Projection.WHOLE);
      }
      pass(Duration.ofMillis(10));
      if (isHit(store, others, Projection.WHOLE)) {
        hits++;
      }
    }
    assertThat(hits).as("of 1000 reads").isGreaterThan(500);
  }

  /** Memory has room for eight projections of a key: each of these is driven out before a hit. */
  @Test
  void rareProjections_whoseFillsAreInVain_leaveTheWholeItemInMemory() {
    ItemStore store = store(64 << 20);
    int hits = 0;
    int reads = 20_000;
    for (int i = 0; i < reads; i++) {
      pass(Duration.ofMillis(5));
      if (i % 20 == 0) {
        isHit(store, 0, new Projection("a" + i / 20 % 20, Map.of()));
      } else if (isHit(store, 0, Projection.WHOLE)) {
        hits++;
      }
    }
    assertThat(hits).isGreaterThan(reads / 100 * 94); // of 95
  }
}
