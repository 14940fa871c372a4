package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.page.ReadAhead;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Read-ahead rows of one client: bounded per query and in all, kept for a short time, oldest
 * dropped first. Marks are striped by scope, so a write now and then drops another key's rows too.
 */
public final class ReadAheadBuffer implements ReadAheads {
  private static final int STRIPES = 256;

  private final long queryBytesMax;
  private final long clientBytesMax;
  private final long timeToLiveNanos;
  private final LongSupplier nanoTime;
  private final AtomicLongArray writes = new AtomicLongArray(STRIPES);
  private final Map<QueryRequest, Kept> kept = new LinkedHashMap<>();
  private long keptBytes;

  private record Kept(ReadAhead rows, long bytes, int stripe, long mark, long keptAtNanos) {}

  /**
   * Makes an empty buffer.
   *
   * @param nanoTime {@link System#nanoTime} but in tests
   */
  public ReadAheadBuffer(
      long queryBytesMax, long clientBytesMax, Duration timeToLive, LongSupplier nanoTime) {
    this.queryBytesMax = queryBytesMax;
    this.clientBytesMax = clientBytesMax;
    this.timeToLiveNanos = timeToLive.toNanos();
    this.nanoTime = nanoTime;
  }

  @Override
  public long bytesMax() {
    return queryBytesMax;
  }

  private static int stripe(Scope scope) {
    return Math.floorMod(scope.hashCode(), STRIPES);
  }

  @Override
  public long mark(Scope scope) {
    return writes.get(stripe(scope));
  }

  @Override
  public void written(Scope scope) {
    writes.incrementAndGet(stripe(scope));
  }

  @Override
  public void keep(QueryRequest next, Scope scope, long mark, ReadAhead rows) {
    long bytes = rows.bytes();
    int stripe = stripe(scope);
    if (bytes > clientBytesMax || writes.get(stripe) != mark) {
      return;
    }
    synchronized (kept) {
      forget(kept.remove(next));
      kept.put(next, new Kept(rows, bytes, stripe, mark, nanoTime.getAsLong()));
      keptBytes += bytes;
      dropOldest();
    }
  }

  private void dropOldest() {
    Iterator<Kept> oldestFirst = kept.values().iterator();
    while (oldestFirst.hasNext()) {
      Kept oldest = oldestFirst.next();
      if (keptBytes <= clientBytesMax && !expired(oldest)) {
        return;
      }
      oldestFirst.remove();
      forget(oldest);
    }
  }

  private boolean expired(Kept entry) {
    return nanoTime.getAsLong() - entry.keptAtNanos() > timeToLiveNanos;
  }

  private void forget(@Nullable Kept entry) {
    keptBytes -= entry == null ? 0 : entry.bytes();
  }

  @Override
  public @Nullable ReadAhead take(QueryRequest request) {
    Kept entry;
    synchronized (kept) {
      entry = kept.remove(request);
      forget(entry);
    }
    return entry != null && usable(entry) ? entry.rows() : null;
  }

  @Override
  public boolean holds(QueryRequest request) {
    synchronized (kept) {
      Kept entry = kept.get(request);
      return entry != null && usable(entry);
    }
  }

  private boolean usable(Kept entry) {
    return !expired(entry) && writes.get(entry.stripe()) == entry.mark();
  }
}
