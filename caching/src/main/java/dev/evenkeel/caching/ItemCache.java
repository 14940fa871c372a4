package dev.evenkeel.caching;

import dev.evenkeel.caching.internal.shell.Invalidations;
import dev.evenkeel.caching.internal.shell.TierCalls;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.caching.spec.RemoteTier;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of caching clients: items that popular reads are answered from, up to a number of
 * bytes. What does not fit gives way to what is read more often.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#item-cache -->
 *
 * <pre>{@code
 * ItemCache cache = ItemCache.ofBytes(64 << 20);
 * DynamoDbClient client = CachingDynamoDbClient.builder(plain).table(prices).cache(cache).build();
 * DynamoDbAsyncClient asyncClient =
 *     CachingDynamoDbAsyncClient.builder(plainAsync).table(prices).cache(cache).build();
 * }</pre>
 *
 * <p>Clients that write the same tables share one cache, so that each sees the writes of the others
 * at once: the sync and the async client of an application, for instance. They have to read with
 * the same rights: what one of them has read, the others' callers get. For the same reason the same
 * decorators have to lie below all of them.
 *
 * <p>Safe for use by many threads. Holds no threads.
 */
public final class ItemCache {
  private static final long BYTES_MIN = 1L << 20;

  private final ItemStore store;
  private final @Nullable TierCalls tierCalls;
  private final long bytesMax;
  private final Set<InvalidationSource> sources =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Map<String, Set<StackLayer>> below = new HashMap<>();
  private @Nullable TableScope scope;

  private ItemCache(long bytesMax, LongSupplier nanos, @Nullable RemoteTier tier) {
    this.bytesMax = bytesMax;
    this.tierCalls = tier == null ? null : new TierCalls(tier, nanos);
    this.store =
        new ItemStore(
            bytesMax, nanos, () -> ThreadLocalRandom.current().nextDouble(), tier != null);
  }

  /**
   * An empty cache.
   *
   * @param bytesMax of the heap that items take, estimated; 1 MiB or more. An item of small values
   *     takes several times its size in DynamoDB
   */
  public static ItemCache ofBytes(long bytesMax) {
    return ofBytes(bytesMax, System::nanoTime, null);
  }

  /**
   * An empty cache in front of a tier that other processes share. A popular item that is not in
   * memory is looked for there before it is read, and every write takes its items out of it.
   *
   * @param bytesMax as without a tier
   * @param tier stays the caller's to close
   */
  public static ItemCache ofBytes(long bytesMax, RemoteTier tier) {
    return ofBytes(bytesMax, System::nanoTime, tier);
  }

  static ItemCache ofBytes(long bytesMax, LongSupplier nanos) {
    return ofBytes(bytesMax, nanos, null);
  }

  static ItemCache ofBytes(long bytesMax, LongSupplier nanos, @Nullable RemoteTier tier) {
    if (bytesMax < BYTES_MIN) {
      throw new IllegalArgumentException(
          "A cache takes 1 MiB or more, but was given %d bytes.".formatted(bytesMax));
    }
    return new ItemCache(bytesMax, nanos, tier);
  }

  ItemStore store() {
    return store;
  }

  @Nullable TierCalls tierCalls() {
    return tierCalls;
  }

  /**
   * Takes on a table. Clients that share a cache have to agree on it, on where it is, and on what
   * its items look like to them.
   *
   * @param layers that lie below the cache
   */
  synchronized void add(CachingSpec spec, TableScope where, Set<StackLayer> layers) {
    if (scope != null && !scope.equals(where)) {
      throw new IllegalArgumentException(
          "This cache has tables of region %s, account %s, and a client of region %s, account %s was given it. Give each its own cache."
              .formatted(scope.region(), scope.account(), where.region(), where.account()));
    }
    scope = where;
    CachedTable table = CachedTable.of(spec);
    CachedTable other = store.table(table.name());
    if (other != null && !other.isLike(table)) {
      throw new IllegalArgumentException(
          "Table '%s' has another spec in this cache, given by another client. Give both clients one spec, or caches of their own."
              .formatted(table.name()));
    }
    Set<StackLayer> others = below.putIfAbsent(table.name(), layers);
    if (others != null && !others.equals(layers)) {
      throw new IllegalArgumentException(
          "Table '%s' is in this cache as it is seen over the decorators %s, and a client over %s was given it: their items differ. Give each its own cache."
              .formatted(table.name(), others, layers));
    }
    if (tierCalls != null) {
      tierCalls.add(table, layers);
    }
    store.add(table);
  }

  /**
   * Takes out of memory what {@code source} tells, and out of the tier. May be asked for several
   * sources, before clients are built or after; the same source once more changes nothing.
   *
   * @param source stays the caller's to end
   */
  public void listenTo(InvalidationSource source) {
    if (!sources.add(source)) {
      return;
    }
    try {
      source.begin(new Invalidations(store, tierCalls == null ? null : tierCalls::remove));
    } catch (RuntimeException e) {
      sources.remove(source);
      throw e;
    }
  }

  /** The bound that this cache was given. */
  public long bytesMax() {
    return bytesMax;
  }

  /** The heap that items and pages take now, estimated. */
  public long bytes() {
    return store.bytes();
  }

  /** The number of items in memory, and of partition key values with pages. */
  public long size() {
    return store.size();
  }

  /** What the cache has done for reads of items, by the plain names of its tables. */
  public Map<String, CacheStats> stats() {
    return store.stats();
  }

  /**
   * What it has done for queries, by the plain names of the tables whose specs say {@code pages()}.
   * Here, {@link CacheStats#evicted} counts partition key values whose pages had to make room.
   */
  public Map<String, CacheStats> pageStats() {
    return store.pageStats();
  }
}
