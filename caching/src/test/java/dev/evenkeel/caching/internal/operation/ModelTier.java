package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.TierRequest;
import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.core.internal.flow.Done;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** One server of a remote tier, as it is described: it loses all when it is started again. */
final class ModelTier {
  private static final AtomicLong EVER = new AtomicLong();

  private final AtomicLong nanos;
  private final Map<ItemKey, Entry> entries = new HashMap<>();
  private String run = "run " + EVER.incrementAndGet();

  /** A stamp, and what was stored with it. */
  private static final class Entry {
    final String stamp = Long.toString(EVER.incrementAndGet());
    @Nullable SdkBytes item;
    long read;
    long until;
  }

  ModelTier(AtomicLong nanos) {
    this.nanos = nanos;
  }

  void restart() {
    entries.clear();
    run = "run " + EVER.incrementAndGet();
  }

  Object execute(TierRequest<?> request) {
    if (request instanceof Look look) {
      return look(entries.computeIfAbsent(look.key(), key -> new Entry()));
    }
    if (request instanceof Fill fill) {
      fill(fill);
      return Done.DONE;
    }
    Removal removal = (Removal) request;
    removal.keys().forEach(entries::remove);
    if (removal.keys().isEmpty()) {
      entries.clear();
    }
    return new Removed(run);
  }

  private ReadResult look(Entry entry) {
    long now = nanos.get();
    boolean there = entry.item != null && now < entry.until;
    return new ReadResult(
        run, run + "/" + entry.stamp + "/" + now, there ? entry.item : null, now - entry.read);
  }

  private void fill(Fill fill) {
    String[] stamp = fill.stamp().split("/", -1);
    long read = Long.parseLong(stamp[2]);
    Entry entry = entries.get(fill.key());
    if (entry == null
        || !stamp[0].equals(run)
        || !stamp[1].equals(entry.stamp)
        || (entry.item != null && entry.read > read)) {
      return;
    }
    entry.item = fill.item();
    entry.read = read;
    entry.until = read + fill.timeToLive().toNanos();
  }
}
