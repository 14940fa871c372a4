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
 * <p>What was filled in vain twice is not popular until that count ends, but for one read in 32. A
 * fill costs what two eventually consistent reads cost, and nobody else gets its answer. The one in
 * 32 costs 3 % of the reads at most. It lets a key in that has just become hot: memory learns of a
 * key by its fills alone, and has no room for it before the fifth or so. A read that is answered by
 * another caller's, or by the remote tier, makes up for one fill in vain. Of a batch, of which one
 * key that fills makes all dearer, it is one read in 32 for each of its keys. Eventually consistent
 * fills cost nothing more, and are not counted.
 *
 * <p>Items are told apart by 32 bits: one in billions is taken for popular with another.
 */
public final class Popularity {
  private static final int READS_MAX = 20_000;

  /** Fewer than are read: only what is popular is filled. */
  private static final int IN_VAIN_COUNTS_MAX = 4_000;

  /** Once may be by chance, and a remote tier has the answer from the first fill on. */
  private static final int IN_VAIN_MAX = 2;

  private static final int READS_FOR_ONE_MORE = 32;

  private final int popularAt;
  private final boolean isFillFree;
  private final Cache<Integer, AtomicInteger> reads;
  private final Cache<Integer, FillsInVain> inVain;

  /**
   * Of one question, since its first fill in vain.
   *
   * @param fills those in vain, less the reads that were spared otherwise
   */
  private record FillsInVain(AtomicInteger reads, AtomicInteger fills) {
    static FillsInVain none(int filled) {
      return new FillsInVain(new AtomicInteger(), new AtomicInteger());
    }

    /** Notes a read of so many keys together, and tells whether it is worth a fill. */
    boolean isWorthFilling(int together) {
      return fills.get() < IN_VAIN_MAX + reads.incrementAndGet() / (READS_FOR_ONE_MORE * together);
    }
  }

  /** Counts for a table. */
  public Popularity(CachingSpec spec, Ticker ticker) {
    this.popularAt = spec.popularAt();
    this.isFillFree = spec.eventual();
    this.reads = counts(READS_MAX, spec, ticker);
    this.inVain = counts(IN_VAIN_COUNTS_MAX, spec, ticker);
  }

  private static <C> Cache<Integer, C> counts(int max, CachingSpec spec, Ticker ticker) {
    return Caffeine.newBuilder()
        .maximumSize(max)
        .expireAfterWrite(spec.popularWithin())
        .ticker(ticker)
        .executor(Runnable::run)
        .build();
  }

  /**
   * Notes a read, and tells whether it is to fill the cache.
   *
   * @param counted what is popular or is not
   * @param filled the question whose answer stays or does not
   * @param together the keys of the request, which all cost more if one of them is to fill
   */
  public boolean isPopular(int counted, int filled, int together) {
    FillsInVain known = inVain.getIfPresent(filled);
    boolean isWorthFilling = known == null || known.isWorthFilling(together);
    return isReadOften(counted) && isWorthFilling;
  }

  private boolean isReadOften(int counted) {
    return popularAt == 1
        || reads.get(counted, none -> new AtomicInteger()).incrementAndGet() >= popularAt;
  }

  /** Notes a fill whose answer is not in memory, and has answered nobody from there. */
  public void filledInVain(int filled) {
    if (!isFillFree) {
      inVain.get(filled, FillsInVain::none).fills.incrementAndGet();
    }
  }

  /** Notes a read that was spared by a fill, but not from memory. */
  void spared(int filled) {
    FillsInVain known = inVain.getIfPresent(filled);
    if (known != null) {
      known.fills.updateAndGet(fills -> Math.max(0, fills - 1));
    }
  }
}
