package dev.evenkeel.caching.internal.store;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * The items in memory. The map is a library's, which decides who stays; what may be in it is
 * decided here:
 *
 * <ul>
 *   <li>A read is stored only if no write of the item through this store began, ended or was under
 *       way since before the read. Every write takes the item out before it is sent.
 *   <li>What is stored is given out for the time to live, from the beginning of its read.
 * </ul>
 *
 * <p>So no read sees less than a write through this store that ended before the read began, if
 * items are read consistently. Safe for use by many threads.
 */
public final class ItemStore {
  /** Items that are read together get different times, so that they do not end together. */
  private static final double JITTER = 0.1;

  private static final double REFRESH_FROM = 0.8;

  private final LongSupplier nanos;
  private final DoubleSupplier chance;
  private final Cache<ItemKey, KnownItem> items;
  private final Stamps stamps = new Stamps();
  private final Flights flights = new Flights();
  private final ReadWriteLock emptying = new ReentrantReadWriteLock();
  private final Map<String, Popularity> popularity = new ConcurrentHashMap<>();
  private final Map<String, TableCounts> counts = new ConcurrentHashMap<>();

  /**
   * @param bytesMax of the heap, estimated
   * @param nanos elapsed time in nanoseconds
   * @param chance numbers from 0 to below 1
   */
  public ItemStore(long bytesMax, LongSupplier nanos, DoubleSupplier chance) {
    this.nanos = nanos;
    this.chance = chance;
    this.items =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .weigher((ItemKey key, KnownItem item) -> item.bytes())
            .expireAfter(new Lifetime())
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .evictionListener(
                (key, item, cause) -> {
                  if (key != null && cause == RemovalCause.SIZE) {
                    counts(key.table()).evicted.increment();
                  }
                })
            .build();
  }

  /** Takes on a table, of which nothing is in memory yet. */
  public void add(CachedTable table) {
    popularity.computeIfAbsent(
        table.name(), name -> new Popularity(table.spec(), nanos::getAsLong));
    counts(table.name());
  }

  /** An answer that is in memory, without consumed capacity; null if there is none. */
  public @Nullable GetItemResponse hit(ItemKey key, Projection projection) {
    Answer answer = answer(key, projection);
    if (answer == null) {
      return null;
    }
    TableCounts counts = counts(key.table());
    counts.hits.increment();
    counts.halfUnits.add(answer.halfUnits());
    return answer.response();
  }

  /** Whether an answer is in memory; counts nothing. */
  public boolean has(ItemKey key, Projection projection) {
    return answer(key, projection) != null;
  }

  private @Nullable Answer answer(ItemKey key, Projection projection) {
    KnownItem known = items.getIfPresent(key);
    Answer answer = known == null ? null : known.answer(projection);
    return answer == null || !answer.isGoodAt(nanos.getAsLong()) ? null : answer;
  }

  /** Whether the caller is to read anew, ahead of time, what it has just got from memory. */
  public boolean isToBeRefreshed(CachedTable table, ItemKey key, Projection projection) {
    if (!table.spec().refreshAhead()) {
      return false;
    }
    Answer answer = answer(key, projection);
    return answer != null && answer.isToBeRefreshedAt(nanos.getAsLong());
  }

  /** Notes a read of an item that is not in memory, and tells whether it belongs there. */
  public boolean isPopular(CachedTable table, ItemKey key) {
    boolean popular = requireNonNull(popularity.get(table.name())).isPopular(key);
    if (!popular) {
      counts(table.name()).unpopular.increment();
    }
    return popular;
  }

  /** Notes a read that is never answered from memory. */
  public void bypassed(CachedTable table) {
    counts(table.name()).bypassed.increment();
  }

  /** Notes a read that is sent to fill the cache. */
  public void missed(CachedTable table) {
    counts(table.name()).misses.increment();
  }

  /** Notes a read that another caller's has answered. */
  void shared(ItemKey key, GetItemResponse response) {
    TableCounts counts = counts(key.table());
    counts.shared.increment();
    counts.halfUnits.add(halfUnits(response));
  }

  /** A read begins that may fill the cache. */
  public Reading reading(CachedTable table, ItemKey key, Projection projection) {
    return new Reading(table, key, projection, stamps.of(key), nanos.getAsLong());
  }

  /**
   * The flight of a read: another caller's that is under way, or a new one that begins here.
   *
   * @param async whether callers of an asynchronous client share it, or those of a sync one. A sync
   *     caller must not wait for what is answered on its own thread
   */
  public Flight flight(Reading reading, boolean async) {
    return flights.join(reading, async);
  }

  /** Whether what a flight brings is young enough for a caller that has waited for it. */
  boolean isFresh(Flight flight) {
    Reading reading = flight.reading();
    return nanos.getAsLong() - reading.since() < reading.table().spec().timeToLive().toNanos();
  }

  /** A flight that this caller has sent is over, and nobody joins it any more. */
  void over(Flight flight) {
    flights.over(flight);
  }

  /** Stores what was read, unless the item was written meanwhile. */
  public void store(Reading reading, GetItemResponse response) {
    CachingSpec spec = reading.table().spec();
    Duration live = response.hasItem() ? spec.timeToLive() : spec.missing();
    if (live == null) {
      return;
    }
    Answer answer = answer(reading, response, live);
    if (answer == null || !answer.isGoodAt(nanos.getAsLong())) {
      return;
    }
    emptying.readLock().lock();
    try {
      items.asMap().compute(reading.key(), (key, known) -> stored(reading, known, answer));
    } finally {
      emptying.readLock().unlock();
    }
  }

  /** Null for an item that cannot be sized, such as one with values that this SDK does not know. */
  private @Nullable Answer answer(Reading reading, GetItemResponse response, Duration live) {
    long halfUnits;
    try {
      halfUnits = halfUnits(response);
    } catch (DecoratorException unknown) {
      return null;
    }
    long span = (long) (live.toNanos() * (1 - JITTER * chance.getAsDouble()));
    return new Answer(
        Answer.shared(response),
        HeapSize.ofAnswer(response.item()),
        halfUnits,
        reading.since(),
        reading.since() + (long) (span * REFRESH_FROM),
        reading.since() + span,
        new AtomicBoolean());
  }

  private @Nullable KnownItem stored(Reading reading, @Nullable KnownItem known, Answer answer) {
    if (!stamps.isQuietSince(reading.key(), reading.stamp())) {
      counts(reading.key().table()).overtaken.increment();
      return known;
    }
    Answer there = known == null ? null : known.answer(reading.projection());
    boolean isOlder = there != null && there.since() - answer.since() > 0;
    return isOlder ? known : KnownItem.with(known, reading.projection(), answer);
  }

  private static long halfUnits(GetItemResponse response) {
    Map<String, AttributeValue> item = response.item();
    return ReadCapacity.EVENTUAL.get(ItemSize.bytes(item)).halves();
  }

  /** A write begins, of all items with these keys. */
  public Writing writing(Collection<ItemKey> keys) {
    return Writing.begin(this, stamps, keys);
  }

  /** A write of one item begins, after which it may be known. */
  public Writing.OfOne writing(CachedTable table, ItemKey key) {
    return Writing.beginOne(this, stamps, reading(table, key, Projection.WHOLE));
  }

  /** A write begins that may concern any item of these tables. */
  public Writing writingAll(Collection<String> tables) {
    return Writing.beginAll(this, stamps, tables);
  }

  /** Takes an item out, and tells whether it was there. */
  boolean remove(ItemKey key) {
    return items.asMap().remove(key) != null;
  }

  /** Takes all items of these tables out, those too that are just being stored. */
  void removeAll(Collection<String> tables) {
    emptying.writeLock().lock();
    try {
      items.asMap().keySet().removeIf(key -> tables.contains(key.table()));
    } finally {
      emptying.writeLock().unlock();
    }
  }

  /** What the cache has done, by table. */
  public Map<String, CacheStats> stats() {
    Map<String, CacheStats> now = new ConcurrentHashMap<>();
    counts.forEach((table, all) -> now.put(table, all.now()));
    return Map.copyOf(now);
  }

  /** The heap that items take, estimated. */
  public long bytes() {
    items.cleanUp();
    return items.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /** The number of items. */
  public long size() {
    items.cleanUp();
    return items.estimatedSize();
  }

  private TableCounts counts(String table) {
    TableCounts known = counts.get(table);
    return known != null ? known : counts.computeIfAbsent(table, name -> new TableCounts());
  }
}
