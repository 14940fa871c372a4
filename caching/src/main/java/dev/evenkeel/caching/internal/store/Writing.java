package dev.evenkeel.caching.internal.store;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * A write under way in this process. What it touches is out of the cache from its beginning on, and
 * nothing is stored of it until it has ended.
 */
public abstract class Writing {
  private final AtomicBoolean over = new AtomicBoolean();

  private Writing() {}

  /** Begins a write of the items with these keys. */
  static Writing begin(Memory memory, Stamps stamps, Collection<ItemKey> keys) {
    return new OfItems(memory, stamps, List.copyOf(keys));
  }

  /** Begins a write that may concern any item of these tables. */
  static Writing beginAll(Memory memory, Stamps stamps, Collection<String> tables) {
    return new OfTables(memory, stamps, tables);
  }

  /** Begins a write of one item, after which it may be known. */
  static OfOne beginOne(
      ItemStore store, Memory memory, Stamps stamps, Reading<GetItemResponse> since) {
    return new OfOne(store, memory, stamps, since);
  }

  /** The write has ended, whatever has become of it. Further calls change nothing. */
  public final void end() {
    if (isFirstEnd()) {
      release();
    }
  }

  final boolean isFirstEnd() {
    return over.compareAndSet(false, true);
  }

  abstract void release();

  private static final class OfItems extends Writing {
    private final Stamps stamps;
    private final List<ItemKey> keys;

    OfItems(Memory memory, Stamps stamps, List<ItemKey> keys) {
      this.stamps = stamps;
      this.keys = keys;
      keys.forEach(stamps::begin);
      keys.forEach(memory::remove);
    }

    @Override
    void release() {
      keys.forEach(stamps::end);
    }
  }

  private static final class OfTables extends Writing {
    private final Stamps stamps;

    OfTables(Memory memory, Stamps stamps, Collection<String> tables) {
      this.stamps = stamps;
      stamps.beginAll();
      memory.removeAll(tables);
    }

    @Override
    void release() {
      stamps.endAll();
    }
  }

  /** A write of one item after which the whole new item is known. */
  public static final class OfOne extends Writing {
    private final ItemStore store;
    private final Stamps stamps;
    private final Reading<GetItemResponse> since;
    private final Writing pages;
    private final long begun;
    private final boolean wasThere;

    private OfOne(ItemStore store, Memory memory, Stamps stamps, Reading<GetItemResponse> since) {
      this.store = store;
      this.stamps = stamps;
      this.since = since;
      this.pages = begin(memory, stamps, since.table().pagesWith(since.key()));
      this.begun = stamps.begin(since.key());
      this.wasThere = memory.remove(since.key());
    }

    @Override
    void release() {
      stamps.end(since.key());
      pages.end();
    }

    /**
     * The write has ended, and the item is known. It takes the place of what was in memory before,
     * unless another write of the item came beside this one.
     */
    public void endWith(GetItemResponse item) {
      if (!isFirstEnd()) {
        return;
      }
      long ended = stamps.end(since.key());
      pages.end();
      if (wasThere && Stamps.isAlone(begun) && ended == Stamps.ended(begun)) {
        store.store(
            new Reading<>(since.table(), since.key(), Projection.WHOLE, ended, since.since()),
            item);
      }
    }
  }
}
