package dev.evenkeel.caching.internal.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The map of answers by key, up to a number of bytes. It is a library's, which decides who stays.
 */
public final class Memory {
  /** The answers of one key take a quarter of all bytes at most. */
  private static final int KEY_SHARE = 4;

  private final Cache<ItemKey, KnownItem> items;
  private final ReadWriteLock emptying = new ReentrantReadWriteLock();
  private final int keyBytesMax;

  /**
   * @param evicted is told what has to make room
   */
  Memory(long bytesMax, LongSupplier nanos, BiConsumer<ItemKey, KnownItem> evicted) {
    this.keyBytesMax = (int) Math.min(Integer.MAX_VALUE, bytesMax / KEY_SHARE);
    this.items =
        bounded(bytesMax, KnownItem::bytes, new Lifetime(), nanos)
            .evictionListener(
                (key, item, cause) -> {
                  if (key != null && item != null && cause == RemovalCause.SIZE) {
                    evicted.accept(key, item);
                  }
                })
            .build();
  }

  /**
   * The library's map as items in memory have it: who stays is decided by its own sketch.
   *
   * @param nanos elapsed time in nanoseconds
   */
  public static <K, V> Caffeine<K, V> bounded(
      long bytesMax, ToIntFunction<V> bytes, Expiry<K, V> expiry, LongSupplier nanos) {
    return Caffeine.newBuilder()
        .maximumWeight(bytesMax)
        .weigher((K key, V value) -> bytes.applyAsInt(value))
        .expireAfter(expiry)
        .ticker(nanos::getAsLong)
        .executor(Runnable::run);
  }

  @Nullable KnownItem get(ItemKey key) {
    return items.getIfPresent(key);
  }

  /**
   * Replaces what is known of a key, by one thread at a time.
   *
   * @param change is given what is known, or null, and gives what will be
   */
  void change(ItemKey key, UnaryOperator<@Nullable KnownItem> change) {
    emptying.readLock().lock();
    try {
      items.asMap().compute(key, (same, known) -> change.apply(known));
    } finally {
      emptying.readLock().unlock();
    }
  }

  /** The bytes that the answers of one key may take. */
  int keyBytesMax() {
    return keyBytesMax;
  }

  /** Takes a key out, and tells whether it was there. */
  boolean remove(ItemKey key) {
    return items.asMap().remove(key) != null;
  }

  /** Takes all keys of these tables out, those too that are just being stored. */
  void removeAll(Collection<String> tables) {
    emptying.writeLock().lock();
    try {
      items.asMap().keySet().removeIf(key -> tables.contains(key.table()));
    } finally {
      emptying.writeLock().unlock();
    }
  }

  long bytes() {
    items.cleanUp();
    return items.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  long size() {
    items.cleanUp();
    return items.estimatedSize();
  }

  /** Removes items all of whose answers have expired. */
  private static final class Lifetime implements Expiry<ItemKey, KnownItem> {

    @Override
    public long expireAfterCreate(ItemKey key, KnownItem item, long now) {
      return item.answers().values().stream()
          .map(answer -> answer.until() - now)
          .max(Comparator.naturalOrder())
          .orElse(0L);
    }

    @Override
    public long expireAfterUpdate(ItemKey key, KnownItem item, long now, long left) {
      return expireAfterCreate(key, item, now);
    }

    @Override
    public long expireAfterRead(ItemKey key, KnownItem item, long now, long left) {
      return left;
    }
  }
}
