package dev.evenkeel.caching.internal.store;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * A write under way in this process. What it touches is out of the cache from its beginning on, and
 * nothing is stored of it until it has ended.
 */
public sealed class Writing {
  private final AtomicBoolean over = new AtomicBoolean();
  private final Runnable release;

  private Writing(Runnable release) {
    this.release = release;
  }

  /** Begins a write of the items with these keys. */
  static Writing begin(Memory memory, Stamps stamps, Collection<ItemKey> items) {
    List<ItemKey> keys = List.copyOf(items);
    keys.forEach(stamps::begin);
    keys.forEach(memory::remove);
    return new Writing(() -> keys.forEach(stamps::end));
  }

  /** Begins a write that may concern any item of these tables. */
  static Writing beginAll(Memory memory, Stamps stamps, Collection<String> tables) {
    stamps.beginAll();
    memory.removeAll(tables);
    return new Writing(stamps::endAll);
  }

  /** Begins a write of one item, after which it may be known. */
  static OfOne beginOne(
      ItemStore store, Memory memory, Stamps stamps, Reading<GetItemResponse> since) {
    Writing pages = begin(memory, stamps, since.table().pagesWith(since.key()));
    long begun = stamps.begin(since.key());
    return new OfOne(store, stamps, since, pages, begun, memory.remove(since.key()));
  }

  /** The write has ended, whatever has become of it. Further calls change nothing. */
  public final void end() {
    if (isFirstEnd()) {
      release.run();
    }
  }

  final boolean isFirstEnd() {
    return over.compareAndSet(false, true);
  }

  /** A write of one item after which the whole new item is known. */
  public static final class OfOne extends Writing {
    private final ItemStore store;
    private final Stamps stamps;
    private final Reading<GetItemResponse> since;
    private final Writing pages;
    private final long begun;
    private final boolean wasThere;

    private OfOne(
        ItemStore store,
        Stamps stamps,
        Reading<GetItemResponse> since,
        Writing pages,
        long begun,
        boolean wasThere) {
      super(
          () -> {
            stamps.end(since.key());
            pages.end();
          });
      this.store = store;
      this.stamps = stamps;
      this.since = since;
      this.pages = pages;
      this.begun = begun;
      this.wasThere = wasThere;
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
