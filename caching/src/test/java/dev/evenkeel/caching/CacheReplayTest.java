package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CacheReplay.Outcome;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.Projection;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** A replay beside the store itself. */
class CacheReplayTest {
  private static final CachingSpec SPEC =
      CachingSpec.builder("t").partitionKey("id").timeToLive(Duration.ofSeconds(10)).build();
  private static final CachedTable TABLE = CachedTable.of(SPEC);
  private static final double CHANCE_ON_AVERAGE = 0.5;

  private final AtomicLong nanos = new AtomicLong();
  private final ItemStore store =
      new ItemStore(64L << 20, nanos::get, () -> CHANCE_ON_AVERAGE, false);
  private final CacheReplay replay = CacheReplay.of(SPEC, 64L << 20);

  CacheReplayTest() {
    store.add(TABLE);
  }

  @Test
  void outcomes_whereAllFits_areThoseOfTheStore() {
    Random random = new Random(7);
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (long millis = 0; millis < 300_000; millis += 13) {
      int item = (int) Math.abs(random.nextGaussian() * 40);
      nanos.set(millis * 1_000_000);
      if (random.nextInt(50) == 0) {
        store.writing(List.of(key(item))).end();
        replay.write(millis, item);
      } else {
        Outcome outcome = replay.read(millis, item, 100);
        assertThat(outcome).as("item %d at %d ms", item, millis).isEqualTo(read(key(item)));
        counts.merge(outcome, 1, Integer::sum);
      }
    }
    assertThat(counts.values()).allMatch(count -> count > 500).hasSize(3);
  }

  private static ItemKey key(int item) {
    return new ItemKey("t", AttributeValue.fromS("item " + item), null);
  }

  private Outcome read(ItemKey key) {
    if (store.hit(key, Projection.WHOLE) != null) {
      return Outcome.HIT;
    }
    if (!store.isPopular(key, Projection.WHOLE, 1)) {
      return Outcome.PLAIN;
    }
    GetItemResponse.Builder item = GetItemResponse.builder().item(Map.of("id", key.partition()));
    ResponseMetadata.copy(null, item);
    store.fetched(store.reading(TABLE, key, Projection.WHOLE), item.build(), false);
    return Outcome.FILL;
  }

  @Test
  void items_thatFindNoRoom_areNotFilledForEver() {
    CacheReplay small = CacheReplay.of(SPEC, 1 << 20);
    int items = 10;
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    Random random = new Random(8);
    for (int i = 0; i < 3_000; i++) {
      counts.merge(small.read(i, random.nextInt(items), 390 << 10), 1, Integer::sum);
    }
    assertThat(counts.get(Outcome.FILL)).isLessThanOrEqualTo(counts.get(Outcome.HIT) + 2 * items);
    assertThat(counts.get(Outcome.HIT)).isPositive();
  }

  @Test
  void bytesHeld_neverPassTheBound() {
    CacheReplay small = CacheReplay.of(SPEC, 1 << 20);
    for (int i = 0; i < 3_000; i++) {
      small.read(i, i % 10, 400 << 10);
    }
    assertThat(small.bytesHeld()).isBetween(1L << 19, 1L << 20);
  }
}
