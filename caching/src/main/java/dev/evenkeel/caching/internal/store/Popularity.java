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
 * <p>An item that was filled in vain twice is not popular until its count ends. A fill costs what
 * two eventually consistent reads cost, and nobody else gets its answer. A read that is answered by
 * another caller's, or by the remote tier, makes up for one such fill. Eventually consistent fills
 * cost nothing more, and are not counted.
 *
 * <p>Items are told apart by 32 bits: one in billions is taken for popular with another.
 */
public final class Popularity {
  private static final int ITEMS_MAX = 20_000;

  /** Once may be by chance, and a remote tier has the answer from the first fill on. */
  private static final int IN_VAIN_MAX = 2;

  private final int popularAt;
  private final boolean isFillFree;
  private final Cache<Integer, Count> counts;

  /** Of one item: its reads, and the fills in vain less the reads that were spared otherwise. */
  private record Count(AtomicInteger reads, AtomicInteger inVain) {
    static Count none(int counted) {
      return new Count(new AtomicInteger(), new AtomicInteger());
    }

    boolean isWorthFilling() {
      return inVain.get() < IN_VAIN_MAX;
    }
  }

  /** Counts for a table. */
  public Popularity(CachingSpec spec, Ticker ticker) {
    this.popularAt = spec.popularAt();
    this.isFillFree = spec.eventual();
    this.counts =
        Caffeine.newBuilder()
            .maximumSize(ITEMS_MAX)
            .expireAfterWrite(spec.popularWithin())
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  /** Notes a read, and tells whether what is counted is popular by now. */
  public boolean isPopular(int counted) {
    if (popularAt == 1) {
      Count known = counts.getIfPresent(counted);
      return known == null || known.isWorthFilling();
    }
    Count count = counts.get(counted, Count::none);
    return count.reads.incrementAndGet() >= popularAt && count.isWorthFilling();
  }

  /** Notes a fill whose answer is not in memory, and has answered nobody from there. */
  public void filledInVain(int counted) {
    if (!isFillFree) {
      counts.get(counted, Count::none).inVain.incrementAndGet();
    }
  }

  /** Notes a read that was spared by a fill, but not from memory. */
  void spared(int counted) {
    Count known = counts.getIfPresent(counted);
    if (known != null) {
      known.inVain.decrementAndGet();
    }
  }
}
