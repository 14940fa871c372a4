package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CacheStats;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * The items and pages in memory. {@link Memory} decides who stays; what may be in it is decided
 * here:
 *
 * <ul>
 *   <li>A read is stored only if no write of its key through this store began, ended or was under
 *       way since before the read. Every write takes its item out before it is sent, and all pages
 *       of its partition key value.
 *   <li>What is stored is given out for the time to live, from the beginning of its read.
 * </ul>
 *
 * <p>So no answer from memory shows less than a write through this store that ended before the read
 * began, if items are read consistently. Safe for use by many threads.
 */
public final class ItemStore {
  /** Items that are read together get different times, so that they do not end together. */
  private static final double JITTER = 0.1;

  private static final double REFRESH_FROM = 0.8;

  private final LongSupplier nanos;
  private final DoubleSupplier chance;
  private final Memory memory;
  private final Stamps stamps = new Stamps();
  private final Flights flights = new Flights();
  private final Map<String, StoredTable> tables = new ConcurrentHashMap<>();
  private final @Nullable TierLink tier;

  /**
   * @param bytesMax of the heap, estimated
   * @param nanos elapsed time in nanoseconds
   * @param chance numbers from 0 to below 1
   * @param tiered whether there is a remote tier
   */
  public ItemStore(long bytesMax, LongSupplier nanos, DoubleSupplier chance, boolean tiered) {
    this.nanos = nanos;
    this.chance = chance;
    this.tier = tiered ? new TierLink(nanos) : null;
    this.memory = new Memory(bytesMax, nanos, this::evicted);
  }

  /** Takes on a table, of which nothing is in memory yet. */
  public void add(CachedTable table) {
    if (tier != null) {
      tier.add(table.spec().timeToLive()); // before anybody can know the table
    }
    tables.computeIfAbsent(table.name(), name -> StoredTable.of(table, nanos));
  }

  /** The table of a plain name; null if nothing of it is cached. */
  public @Nullable CachedTable table(String name) {
    StoredTable known = tables.get(name);
    return known == null ? null : known.table();
  }

  /** The names of all tables. */
  public List<String> tableNames() {
    return List.copyOf(tables.keySet());
  }

  /** The remote tier; null if there is none. */
  public @Nullable TierLink tier() {
    return tier;
  }

  /** An answer that is in memory, without consumed capacity; null if there is none. */
  public <R extends DynamoDbResponse> @Nullable R hit(ItemKey key, Question<R> question) {
    Answer<R> answer = answer(key, question);
    if (answer == null) {
      return null;
    }
    TableCounts counts = counts(key);
    counts.hits.increment();
    counts.halfUnits.add(answer.halfUnits());
    return answer.give();
  }

  /** Whether an answer is in memory; counts nothing. */
  public boolean has(ItemKey key, Question<?> question) {
    return answer(key, question) != null;
  }

  private <R extends DynamoDbResponse> @Nullable Answer<R> answer(
      ItemKey key, Question<R> question) {
    KnownItem known = memory.get(key);
    Answer<R> answer = known == null ? null : known.answer(question);
    return answer == null || !answer.isGoodAt(nanos.getAsLong()) ? null : answer;
  }

  /** Whether the caller is to read anew, ahead of time, what it has just got from memory. */
  public boolean isToBeRefreshed(ItemKey key, Question<?> question) {
    Answer<?> answer = answer(key, question);
    return answer != null && answer.isToBeRefreshedAt(nanos.getAsLong());
  }

  /** Notes a read of what is not in memory, of so many keys, and tells whether it belongs there. */
  public boolean isPopular(ItemKey key, Question<?> question, int together) {
    boolean isPopular = stored(key.table()).isPopular(key, question, together);
    if (!isPopular) {
      counts(key).unpopular.increment();
    }
    return isPopular;
  }

  /** Notes a read of an item that is never answered from memory. */
  public void bypassed(CachedTable table) {
    stored(table.name()).items().bypassed.increment();
  }

  /** Notes a query that is never answered from memory. */
  public void bypassedPage(CachedTable table) {
    stored(table.name()).pages().bypassed.increment();
  }

  /** Notes a read that is sent to fill the cache. */
  public void missed(ItemKey key) {
    counts(key).misses.increment();
  }

  /** Notes a read that another caller's has answered. */
  public <R extends DynamoDbResponse> void shared(ItemKey key, Question<R> question, R response) {
    TableCounts counts = counts(key);
    counts.shared.increment();
    question.halfUnitsIfKnown(response).ifPresent(counts.halfUnits::add);
    stored(key.table()).spared(key, question);
  }

  /** Notes a read that the remote tier has answered. */
  void remote(ItemKey key, GetItemResponse response) {
    TableCounts counts = counts(key);
    counts.remote.increment();
    counts.halfUnits.add(Projection.WHOLE.halfUnits(response));
    stored(key.table()).spared(key, Projection.WHOLE);
  }

  private void evicted(ItemKey key, KnownItem item) {
    counts(key).evicted.increment();
    item.tellNeverGiven(question -> stored(key.table()).filledInVain(key, question));
  }

  /** A read begins that may fill the cache. */
  public <R extends DynamoDbResponse> Reading<R> reading(
      CachedTable table, ItemKey key, Question<R> question) {
    return new Reading<>(table, key, question, stamps.of(key), nanos.getAsLong());
  }

  /**
   * The flight of a read: another caller's that is under way, or a new one that begins here.
   *
   * @param async whether callers of an asynchronous client share it, or those of a sync one. A sync
   *     caller must not wait for what is answered on its own thread
   */
  public <R extends DynamoDbResponse> Flight<R> flight(Reading<R> reading, boolean async) {
    return flights.join(reading, async);
  }

  /** A flight for a caller that has waited often enough. Nobody joins it. */
  public <R extends DynamoDbResponse> Flight<R> flightAlone(Reading<R> reading, boolean async) {
    return flights.alone(reading, async);
  }

  /** Whether what was read since then is young enough for a caller that has waited for it. */
  public boolean isFresh(CachedTable table, long since) {
    return nanos.getAsLong() - since < table.spec().timeToLive().toNanos();
  }

  /** Stores what no read was paid for, unless its key was written meanwhile. */
  <R extends DynamoDbResponse> void store(Reading<R> reading, R response) {
    Answer<R> answer = answer(reading, response, reading.question().halfUnitsIfKnown(response));
    if (answer != null) {
      answer.give(); // it cost nothing, so it need not pay
      store(reading, answer);
    }
  }

  /**
   * The same for what DynamoDB was asked for to fill the cache, and notes what that costs more.
   *
   * @param ahead whether nobody has asked for it
   */
  public <R extends DynamoDbResponse> void fetched(Reading<R> reading, R response, boolean ahead) {
    OptionalLong halfUnits = reading.question().halfUnitsIfKnown(response);
    counts(reading.key()).spend(reading.table().spec(), halfUnits, ahead);
    Answer<R> answer = answer(reading, response, halfUnits);
    if (answer == null) {
      stored(reading.key().table()).filledInVain(reading.key(), reading.question());
    } else {
      store(reading, answer);
    }
  }

  /** Notes an item that a batch has read beside those that fill the cache, and as they are read. */
  public void besideFills(CachedTable table, GetItemResponse response) {
    TableCounts counts = stored(table.name()).items();
    counts.spend(table.spec(), Projection.WHOLE.halfUnitsIfKnown(response), false);
  }

  private void store(Reading<?> reading, Answer<?> answer) {
    if (answer.isGoodAt(nanos.getAsLong())) {
      memory.change(reading.key(), known -> stored(reading, known, answer));
    }
  }

  /** Null if it does not belong in memory: a missing item, or one that cannot be sized. */
  private <R extends DynamoDbResponse> @Nullable Answer<R> answer(
      Reading<R> reading, R response, OptionalLong halfUnits) {
    Question<R> question = reading.question();
    Duration live = question.timeToLive(reading.table().spec(), response);
    if (live == null || halfUnits.isEmpty()) {
      return null;
    }
    long span = (long) (live.toNanos() * (1 - JITTER * chance.getAsDouble()));
    return new Answer<>(
        question.shared(response),
        question.bytes(response),
        halfUnits.getAsLong(),
        reading.since(),
        reading.since() + (long) (span * REFRESH_FROM),
        reading.since() + span);
  }

  private @Nullable KnownItem stored(
      Reading<?> reading, @Nullable KnownItem known, Answer<?> answer) {
    if (!stamps.isQuietSince(reading.key(), reading.stamp())) {
      counts(reading.key()).overtaken.increment();
      return known;
    }
    Answer<?> there = known == null ? null : known.answer(reading.question());
    boolean isOlder = there != null && there.since() - answer.since() > 0;
    return isOlder
        ? known
        : KnownItem.with(
            known,
            reading.question(),
            answer,
            memory.keyBytesMax(),
            question -> stored(reading.key().table()).filledInVain(reading.key(), question));
  }

  /** A write begins, of all items with these keys. */
  public Writing writing(Collection<ItemKey> keys) {
    return Writing.begin(memory, stamps, keys);
  }

  /** A write of one item begins, after which it may be known. */
  public Writing.OfOne writing(CachedTable table, ItemKey key) {
    return Writing.beginOne(this, memory, stamps, reading(table, key, Projection.WHOLE));
  }

  /** A write begins that may concern any item of these tables. */
  public Writing writingAll(Collection<String> tables) {
    return Writing.beginAll(memory, stamps, tables);
  }

  /** What the cache has done for reads of items, by table. */
  public Map<String, CacheStats> stats() {
    return StoredTable.stats(tables.values().stream(), StoredTable::items);
  }

  /** What it has done for queries, by table of which pages are cached. */
  public Map<String, CacheStats> pageStats() {
    return StoredTable.stats(
        tables.values().stream().filter(each -> each.table().spec().pages()), StoredTable::pages);
  }

  /** The heap that items and pages take, estimated. */
  public long bytes() {
    return memory.bytes();
  }

  /** The number of items, and of partition key values with pages. */
  public long size() {
    return memory.size();
  }

  private TableCounts counts(ItemKey key) {
    StoredTable table = stored(key.table());
    return key.isOfPages() ? table.pages() : table.items();
  }

  private StoredTable stored(String table) {
    return Objects.requireNonNull(tables.get(table), table);
  }
}
