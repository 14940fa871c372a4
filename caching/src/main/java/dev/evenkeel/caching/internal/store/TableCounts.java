package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CacheStats;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one table; cheap to raise from many threads. */
final class TableCounts {
  final LongAdder hits = new LongAdder();
  final LongAdder shared = new LongAdder();
  final LongAdder remote = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder unpopular = new LongAdder();
  final LongAdder bypassed = new LongAdder();
  final LongAdder overtaken = new LongAdder();
  final LongAdder evicted = new LongAdder();
  final LongAdder halfUnits = new LongAdder();

  CacheStats now() {
    return new CacheStats(
        hits.sum(),
        shared.sum(),
        remote.sum(),
        misses.sum(),
        unpopular.sum(),
        bypassed.sum(),
        overtaken.sum(),
        evicted.sum(),
        halfUnits.sum() / 2.0);
  }
}
