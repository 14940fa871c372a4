package dev.evenkeel.caching.micrometer;

import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CacheStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a cache: {@code evenkeel.cache.reads} by table and result, {@code
 * evenkeel.cache.units.saved} and {@code evenkeel.cache.evicted} by table, the same of pages under
 * {@code evenkeel.cache.page}, {@code evenkeel.cache.bytes} and {@code evenkeel.cache.items}.
 * {@code docs/metrics.md} describes them.
 *
 * <p>Several caches in one registry need tags that tell them apart: of meters that are alike, a
 * registry keeps those of the first cache.
 *
 * <p>Bind it when the clients of the cache are built: tables that come later are not met.
 */
@SuppressWarnings("exports") // the library is optional, so no module is made to read it
public final class CacheMeters implements MeterBinder {
  private static final Map<String, ToDoubleFunction<CacheStats>> READS =
      Map.of(
          "hit", CacheStats::hits,
          "shared", CacheStats::shared,
          "remote", CacheStats::remote,
          "miss", CacheStats::misses,
          "unpopular", CacheStats::unpopular,
          "bypassed", CacheStats::bypassed,
          "overtaken", CacheStats::overtaken);

  private final ItemCache cache;
  private final Tags tags;

  public CacheMeters(ItemCache cache) {
    this(cache, Tags.empty());
  }

  /**
   * The meters of one of several caches.
   *
   * @param tags that all of its meters have, such as a name of the cache
   */
  public CacheMeters(ItemCache cache, Iterable<Tag> tags) {
    this.cache = Objects.requireNonNull(cache);
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("evenkeel.cache.bytes", cache, ItemCache::bytes)
        .description("Heap that cached items and pages take, estimated")
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
    Gauge.builder("evenkeel.cache.items", cache, ItemCache::size)
        .description("Items in memory, and partition key values with pages")
        .tags(tags)
        .register(registry);
    bind("evenkeel.cache", "single items", ItemCache::stats, registry);
    bind("evenkeel.cache.page", "pages of queries", ItemCache::pageStats, registry);
  }

  private void bind(String prefix, String what, Stats stats, MeterRegistry registry) {
    for (String table : stats.apply(cache).keySet()) {
      READS.forEach(
          (result, count) ->
              counter(prefix + ".reads", table, stats, count)
                  .description("Reads of %s, by what became of them".formatted(what))
                  .tag("result", result)
                  .register(registry));
      Gauge.builder(
              prefix + ".units.saved",
              cache,
              value(table, stats, CacheStats::unitsSaved)) // may fall
          .description(
              "Read units that a cache of %s has saved, less those that fills cost".formatted(what))
          .tags(tags)
          .tag("table", table)
          .register(registry);
      counter(prefix + ".evicted", table, stats, CacheStats::evicted)
          .description("How often %s had to make room".formatted(what))
          .register(registry);
    }
  }

  private FunctionCounter.Builder<ItemCache> counter(
      String name, String table, Stats stats, ToDoubleFunction<CacheStats> count) {
    return FunctionCounter.builder(name, cache, value(table, stats, count))
        .tags(tags)
        .tag("table", table);
  }

  private static ToDoubleFunction<ItemCache> value(
      String table, Stats stats, ToDoubleFunction<CacheStats> count) {
    return cache -> count.applyAsDouble(Objects.requireNonNull(stats.apply(cache).get(table)));
  }

  /** The counts of a cache, by table. */
  private interface Stats extends Function<ItemCache, Map<String, CacheStats>> {}
}
