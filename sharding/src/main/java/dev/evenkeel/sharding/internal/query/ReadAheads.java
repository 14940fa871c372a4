package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.Overrides;
import dev.evenkeel.core.internal.page.ReadAhead;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The rows that merged pages of one client read beyond their end, kept for the next page: bounded
 * per query and in all, for a short time, oldest dropped first. Nothing depends on it being kept: a
 * page that finds nothing is read afresh. Only requests that {@link #mayServe} leave rows here and
 * take them. Marks are striped by scope, so a write now and then drops another key's rows too.
 */
public final class ReadAheads {
  /** Keeps nothing. */
  public static final ReadAheads NONE = new ReadAheads(0, 0, Duration.ZERO, () -> 0);

  private static final int STRIPES = 256;

  private final long queryBytesMax;
  private final long clientBytesMax;
  private final long timeToLiveNanos;
  private final LongSupplier nanoTime;
  private final AtomicLongArray writes = new AtomicLongArray(STRIPES);
  private final Map<QueryRequest, Entry> entries = new LinkedHashMap<>();
  private long keptBytes;

  /**
   * The scope of recorded writes: a logical key of one table.
   *
   * @param key null for all keys of the table, where rows of many are read: an index that is
   *     sharded itself
   */
  record Scope(String table, @Nullable AttributeValue key) {}

  private record Entry(ReadAhead rows, long bytes, int stripe, long mark, long keptAtNanos) {}

  /**
   * Makes an empty buffer.
   *
   * @param nanoTime {@link System#nanoTime} but in tests
   */
  public ReadAheads(
      long queryBytesMax, long clientBytesMax, Duration timeToLive, LongSupplier nanoTime) {
    this.queryBytesMax = queryBytesMax;
    this.clientBytesMax = clientBytesMax;
    this.timeToLiveNanos = timeToLive.toNanos();
    this.nanoTime = nanoTime;
  }

  /** The maximum bytes that one query may hold; 0 if nothing is kept. */
  public long bytesMax() {
    return queryBytesMax;
  }

  /** One with the same limits that keeps nothing yet. */
  public ReadAheads fresh() {
    return new ReadAheads(
        queryBytesMax, clientBytesMax, Duration.ofNanos(timeToLiveNanos), nanoTime);
  }

  private static int stripe(Scope scope) {
    return Math.floorMod(scope.hashCode(), STRIPES);
  }

  /** A mark that changes with every write in a scope; to be taken before reading. */
  long mark(Scope scope) {
    return writes.get(stripe(scope));
  }

  /** Notes that something in a scope is about to be written, or has been. */
  public void written(Scope scope) {
    writes.incrementAndGet(stripe(scope));
  }

  /**
   * Keeps rows for the page that {@code next} asks for, unless the scope was written since the
   * mark.
   */
  void keep(QueryRequest next, Scope scope, long mark, ReadAhead rows) {
    long bytes = rows.bytes();
    int stripe = stripe(scope);
    if (bytes > clientBytesMax || writes.get(stripe) != mark) {
      return;
    }
    synchronized (entries) {
      forget(entries.remove(next));
      entries.put(next, new Entry(rows, bytes, stripe, mark, nanoTime.getAsLong()));
      keptBytes += bytes;
      dropOldest();
    }
  }

  private void dropOldest() {
    Iterator<Entry> oldestFirst = entries.values().iterator();
    while (oldestFirst.hasNext()) {
      Entry oldest = oldestFirst.next();
      if (keptBytes <= clientBytesMax && !expired(oldest)) {
        return;
      }
      oldestFirst.remove();
      forget(oldest);
    }
  }

  private boolean expired(Entry entry) {
    return nanoTime.getAsLong() - entry.keptAtNanos() > timeToLiveNanos;
  }

  private void forget(@Nullable Entry entry) {
    keptBytes -= entry == null ? 0 : entry.bytes();
  }

  /** Removes the rows kept for this page, or null; valid only if the key was not written since. */
  @Nullable ReadAhead take(QueryRequest request) {
    Entry entry;
    synchronized (entries) {
      entry = entries.remove(request);
      forget(entry);
    }
    return entry != null && usable(entry) ? entry.rows() : null;
  }

  /** Whether {@link #take} would find something; takes nothing. */
  boolean holds(QueryRequest request) {
    synchronized (entries) {
      Entry entry = entries.get(request);
      return entry != null && usable(entry);
    }
  }

  private boolean usable(Entry entry) {
    return !expired(entry) && writes.get(entry.stripe()) == entry.mark();
  }

  /** The common form of requests for the same page: without size and capacity settings. */
  static QueryRequest pageOf(QueryRequest request, Map<String, AttributeValue> startKey) {
    return request.toBuilder()
        .exclusiveStartKey(startKey)
        .limit(null)
        .returnConsumedCapacity((String) null)
        .build();
  }

  /**
   * Whether the rows of a request may come from one that was equal to it, or go to one. Consistent
   * reads never share rows, nor do requests that may be another caller's.
   */
  static boolean mayServe(QueryRequest request) {
    return !Boolean.TRUE.equals(request.consistentRead()) && Overrides.areOfNoOtherCaller(request);
  }

  /** Whether the page that {@code query} asks for would begin with rows that are kept. */
  public boolean holdsPage(QueryRequest query) {
    return query.hasExclusiveStartKey()
        && mayServe(query)
        && holds(pageOf(query, query.exclusiveStartKey()));
  }

  /**
   * Drops what is kept of the keys that a flow writes: before it writes, and after.
   *
   * @param current gives what keeps rows at that time; another one each time that a layout changes
   */
  public static <R> Flow<R> noting(
      Supplier<ReadAheads> current, WrittenKeys written, Flow<R> flow) {
    written.noteIn(current.get());
    return flow.atEnd(() -> written.noteIn(current.get()));
  }

  /**
   * Collects the logical keys of sharded tables that a request writes, so that rows read ahead of
   * them are dropped.
   */
  public static final class WrittenKeys implements WrittenItems {
    private final ManagedTables<ShardedTable> tables;
    private final Operation operation;
    private final List<Scope> keys = new ArrayList<>(2);

    /**
     * An empty set of written keys.
     *
     * @param operation that writes, for refusals
     */
    public WrittenKeys(ManagedTables<ShardedTable> tables, Operation operation) {
      this.tables = tables;
      this.operation = operation;
    }

    private void noteIn(ReadAheads readAheads) {
      keys.forEach(readAheads::written);
    }

    /** Whether there are none. */
    public boolean isEmpty() {
      return keys.isEmpty();
    }

    /** The logical keys of one table. */
    public Set<AttributeValue> of(String table) {
      return keys.stream()
          .filter(scope -> scope.table().equals(table) && scope.key() != null)
          .map(Scope::key)
          .collect(Collectors.toSet());
    }

    @Override
    public void add(@Nullable String tableName, Map<String, AttributeValue> attributes) {
      ShardedTable table = tables.find(tableName);
      if (table != null && tableName != null) {
        Call call = new Call(operation.sdkName(), tableName);
        AttributeValue key = table.logicalKey(call, attributes);
        keys.add(new Scope(table.name(), key));
        if (!table.spec().shardedIndexes().isEmpty()) {
          keys.add(new Scope(table.name(), null));
        }
      }
    }
  }
}
