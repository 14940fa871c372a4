package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CacheStats;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of a cache: what is popular of it, and what the cache has done for it. Safe for use by
 * many threads.
 *
 * @param items counts reads of items
 * @param pages counts queries
 */
record StoredTable(CachedTable table, Popularity popularity, TableCounts items, TableCounts pages) {

  static StoredTable of(CachedTable table, LongSupplier nanos) {
    Popularity popularity = new Popularity(table.spec(), nanos::getAsLong);
    return new StoredTable(table, popularity, new TableCounts(), new TableCounts());
  }

  /** Fills count for one question alone: another part of the same item may pay. */
  private static int filled(ItemKey key, Question<?> question) {
    return 31 * key.hashCode() + question.hashCode();
  }

  /** Notes a read, and tells whether it is to fill the cache. */
  boolean isPopular(ItemKey key, Question<?> question, int together) {
    return popularity.isPopular(question.countedAs(key), filled(key, question), together);
  }

  /** Notes a fill whose answer is not in memory, and has answered nobody from there. */
  void filledInVain(ItemKey key, Question<?> question) {
    popularity.filledInVain(filled(key, question));
  }

  /** Notes a read that was spared by a fill, but not from memory. */
  void spared(ItemKey key, Question<?> question) {
    popularity.spared(filled(key, question));
  }

  /** What the cache has done for some tables. */
  static Map<String, CacheStats> stats(
      Stream<StoredTable> tables, Function<StoredTable, TableCounts> counts) {
    return tables.collect(
        Collectors.toUnmodifiableMap(each -> each.table.name(), each -> counts.apply(each).now()));
  }
}
