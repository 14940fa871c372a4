package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import java.util.OptionalLong;
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

  /** Saved, less those that fills cost more. */
  final LongAdder halfUnits = new LongAdder();

  /**
   * Notes what a fill costs more than the reads that callers have asked for.
   *
   * @param eventual what it would cost eventually consistent, in halves of a unit
   * @param ahead whether nobody has asked for it
   */
  void spend(CachingSpec spec, OptionalLong eventual, boolean ahead) {
    int times = (spec.eventual() ? 0 : 1) + (ahead ? 1 : 0);
    eventual.ifPresent(halves -> halfUnits.add(-times * halves));
  }

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
