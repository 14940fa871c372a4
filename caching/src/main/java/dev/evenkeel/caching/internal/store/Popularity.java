package dev.evenkeel.caching.internal.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.evenkeel.caching.spec.CachingSpec;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts reads of items that are not in memory, to tell which are popular. Bounded: of many items
 * those stay in the count that are asked for often, by the sketch of the cache that holds it. So an
 * item that is read all the time is found, whatever is read beside it.
 *
 * <p>Items are told apart by 32 bits: one in billions is taken for popular with another.
 */
public final class Popularity {
  private static final int ITEMS_MAX = 20_000;

  private final int popularAt;
  private final Cache<Integer, AtomicInteger> reads;

  /** Counts for a table. */
  public Popularity(CachingSpec spec, Ticker ticker) {
    this.popularAt = spec.popularAt();
    this.reads =
        Caffeine.newBuilder()
            .maximumSize(ITEMS_MAX)
            .expireAfterWrite(spec.popularWithin())
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  /** Notes a read, and tells whether what is counted is popular by now. */
  public boolean isPopular(int counted) {
    return popularAt == 1
        || reads.get(counted, hash -> new AtomicInteger()).incrementAndGet() >= popularAt;
  }
}
