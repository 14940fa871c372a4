package dev.evenkeel.caching;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.evenkeel.caching.internal.store.Memory;
import dev.evenkeel.caching.internal.store.Popularity;
import dev.evenkeel.caching.spec.CachingSpec;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a cache of some size would have answered, by the reads and writes of one table in the
 * order of their time. What is popular, what stays and what has to make room is decided as in an
 * {@link ItemCache}, by the same classes. Of an item, it keeps a number and a size: memory is some
 * 150 bytes for each, and as much for each of 40,000 counts at most.
 *
 * <p>It leaves out what callers do at once: shared reads, and writes under way. Each item lives for
 * the time that items live on average, which is the time to live less a twentieth. Sends nothing;
 * for use by one thread.
 */
public final class CacheReplay {
  /** What an item takes beside the bytes of its values, if it has two or three of them. */
  private static final int ITEM_HEAP_BYTES = 1_200;

  private static final long NANOS_OF_A_MILLI = 1_000_000;

  private final Cache<Long, Held> items;
  private final Popularity popularity;
  private long nanos;
  private long bytesHeld;

  /** An item in memory. */
  private static final class Held {
    final int bytes;
    boolean given;

    Held(int bytes) {
      this.bytes = bytes;
    }

    int bytes() {
      return bytes;
    }
  }

  /** What becomes of a read. */
  public enum Outcome {
    /** It is answered from memory. */
    HIT,
    /** It is sent, and what it reads is kept. */
    FILL,
    /** It is sent as without a cache: its item is not popular, or finds no room. */
    PLAIN
  }

  private CacheReplay(CachingSpec spec, long bytesMax) {
    long live = spec.timeToLive().toNanos();
    this.popularity = new Popularity(spec, () -> nanos);
    this.items =
        Memory.<Long, Held>bounded(
                bytesMax,
                Held::bytes,
                Expiry.writing((item, held) -> spec.timeToLive().minusNanos(live / 20)),
                () -> nanos)
            .evictionListener(this::evicted)
            .build();
  }

  /**
   * A cache that is empty.
   *
   * @param spec its time to live and what it calls popular
   * @param bytesMax as {@link ItemCache#ofBytes(long)} takes it
   */
  public static CacheReplay of(CachingSpec spec, long bytesMax) {
    return new CacheReplay(spec, bytesMax);
  }

  /**
   * An eventually consistent read.
   *
   * @param atMillis when; never before an earlier call's
   * @param item a number for its key, such as a hash of 64 bits
   * @param itemBytes its size in DynamoDB
   */
  public Outcome read(long atMillis, long item, int itemBytes) {
    nanos = atMillis * NANOS_OF_A_MILLI;
    Held held = items.getIfPresent(item);
    if (held != null) {
      held.given = true;
      return Outcome.HIT;
    }
    if (!popularity.isPopular(Long.hashCode(item), Long.hashCode(item), 1)) {
      return Outcome.PLAIN;
    }
    items.put(item, new Held(ITEM_HEAP_BYTES + itemBytes));
    bytesHeld =
        Math.max(bytesHeld, items.policy().eviction().orElseThrow().weightedSize().orElse(0));
    return Outcome.FILL;
  }

  private void evicted(@Nullable Long item, @Nullable Held held, RemovalCause cause) {
    if (item != null && held != null && cause == RemovalCause.SIZE && !held.given) {
      popularity.filledInVain(Long.hashCode(item));
    }
  }

  /** A write, which takes its item out. */
  public void write(long atMillis, long item) {
    nanos = atMillis * NANOS_OF_A_MILLI;
    items.invalidate(item);
  }

  /** The most bytes that it has held so far, estimated. */
  public long bytesHeld() {
    return bytesHeld;
  }
}
