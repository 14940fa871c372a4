package dev.evenkeel.caching.internal.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is popular, of all tables of a cache. Safe for use by many threads. */
final class PopularItems {
  private final Map<String, Popularity> byTable = new ConcurrentHashMap<>();
  private final LongSupplier nanos;

  PopularItems(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void add(CachedTable table) {
    byTable.computeIfAbsent(table.name(), name -> new Popularity(table.spec(), nanos::getAsLong));
  }

  private @Nullable Popularity of(ItemKey key) {
    return byTable.get(key.table());
  }

  /** Fills count for one question alone: another part of the same item may pay. */
  private static int filled(ItemKey key, Question<?> question) {
    return 31 * key.hashCode() + question.hashCode();
  }

  /** Notes a read, and tells whether it is to fill the cache. */
  boolean isPopular(ItemKey key, Question<?> question) {
    Popularity known = of(key);
    return known != null && known.isPopular(question.countedAs(key), filled(key, question));
  }

  /** Notes a fill whose answer is not in memory, and has answered nobody from there. */
  void filledInVain(ItemKey key, Question<?> question) {
    Popularity known = of(key);
    if (known != null) {
      known.filledInVain(filled(key, question));
    }
  }

  /** Notes a read that was spared by a fill, but not from memory. */
  void spared(ItemKey key, Question<?> question) {
    Popularity known = of(key);
    if (known != null) {
      known.spared(filled(key, question));
    }
  }
}
