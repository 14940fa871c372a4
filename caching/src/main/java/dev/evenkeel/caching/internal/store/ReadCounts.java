package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CacheStats;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts of reads by their result, for each table. Safe for use by many threads. */
final class ReadCounts {
  private final Map<String, TableCounts> byTable = new ConcurrentHashMap<>();

  TableCounts of(String table) {
    TableCounts known = byTable.get(table);
    return known != null ? known : byTable.computeIfAbsent(table, name -> new TableCounts());
  }

  Map<String, CacheStats> now() {
    Map<String, CacheStats> now = new HashMap<>();
    byTable.forEach((table, all) -> now.put(table, all.now()));
    return Map.copyOf(now);
  }
}
