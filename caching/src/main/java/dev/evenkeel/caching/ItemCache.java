package dev.evenkeel.caching;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of caching clients: items that popular reads are answered from, up to a number of
 * bytes. What does not fit gives way to what is read more often.
 *
 * <p>Clients that write the same tables share one cache, so that each sees the writes of the others
 * at once: the sync and the async client of an application, for instance. They have to read with
 * the same rights: what one of them has read, the others' callers get.
 *
 * <p>Safe for use by many threads. Holds no threads.
 */
public final class ItemCache {
  private static final long BYTES_MIN = 1L << 20;

  private final ItemStore store;
  private final long bytesMax;
  private final Map<String, CachedTable> tables = new HashMap<>();
  private @Nullable TableScope scope;

  private ItemCache(long bytesMax, LongSupplier nanos) {
    this.bytesMax = bytesMax;
    this.store = new ItemStore(bytesMax, nanos, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * An empty cache.
   *
   * @param bytesMax of the heap that items take, estimated; 1 MiB or more. An item of small values
   *     takes several times its size in DynamoDB
   */
  public static ItemCache ofBytes(long bytesMax) {
    return ofBytes(bytesMax, System::nanoTime);
  }

  static ItemCache ofBytes(long bytesMax, LongSupplier nanos) {
    if (bytesMax < BYTES_MIN) {
      throw new IllegalArgumentException(
          "A cache takes 1 MiB or more, but was given %d bytes.".formatted(bytesMax));
    }
    return new ItemCache(bytesMax, nanos);
  }

  ItemStore store() {
    return store;
  }

  /** Takes on a table; clients that share a cache have to agree on it, and on where it is. */
  synchronized void add(CachingSpec spec, TableScope where) {
    if (scope != null && !scope.equals(where)) {
      throw new IllegalArgumentException(
          "This cache has tables of region %s, account %s, and a client of region %s, account %s was given it. Give each its own cache."
              .formatted(scope.region(), scope.account(), where.region(), where.account()));
    }
    scope = where;
    CachedTable table = CachedTable.of(spec);
    CachedTable other = tables.putIfAbsent(table.name(), table);
    if (other != null && !other.isLike(table)) {
      throw new IllegalArgumentException(
          "Table '%s' has another spec in this cache, given by another client. Give both clients one spec, or caches of their own."
              .formatted(table.name()));
    }
    store.add(table);
  }

  /** The bound that this cache was given. */
  public long bytesMax() {
    return bytesMax;
  }

  /** The heap that items take now, estimated. */
  public long bytes() {
    return store.bytes();
  }

  /** The number of items in memory. */
  public long size() {
    return store.size();
  }

  /** What the cache has done, by the plain names of its tables. */
  public Map<String, CacheStats> stats() {
    return store.stats();
  }
}
