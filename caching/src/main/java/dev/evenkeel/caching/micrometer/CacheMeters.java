package dev.evenkeel.caching.micrometer;

import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CacheStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a cache: {@code evenkeel.cache.reads} by table and result, {@code
 * evenkeel.cache.units.saved} and {@code evenkeel.cache.evicted} by table, {@code
 * evenkeel.cache.bytes} and {@code evenkeel.cache.items}. {@code docs/metrics.md} describes them.
 *
 * <p>Bind it when the clients of the cache are built: tables that come later are not met.
 */
@SuppressWarnings("exports") // the library is optional, so no module is made to read it
public final class CacheMeters implements MeterBinder {
  private static final Map<String, ToDoubleFunction<CacheStats>> READS =
      Map.of(
          "hit", CacheStats::hits,
          "shared", CacheStats::shared,
          "miss", CacheStats::misses,
          "unpopular", CacheStats::unpopular,
          "bypassed", CacheStats::bypassed,
          "overtaken", CacheStats::overtaken);

  private final ItemCache cache;

  public CacheMeters(ItemCache cache) {
    this.cache = Objects.requireNonNull(cache);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("evenkeel.cache.bytes", cache, ItemCache::bytes)
        .description("Heap that cached items take, estimated")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("evenkeel.cache.items", cache, ItemCache::size)
        .description("Items in memory")
        .register(registry);
    cache.stats().keySet().forEach(table -> bind(table, registry));
  }

  private void bind(String table, MeterRegistry registry) {
    READS.forEach(
        (result, count) ->
            counter("evenkeel.cache.reads", table, count)
                .description("Reads of single items, by what became of them")
                .tag("result", result)
                .register(registry));
    counter("evenkeel.cache.units.saved", table, CacheStats::unitsSaved)
        .description("Read units that answers from memory would have cost")
        .register(registry);
    counter("evenkeel.cache.evicted", table, CacheStats::evicted)
        .description("Items that had to make room")
        .register(registry);
  }

  private FunctionCounter.Builder<ItemCache> counter(
      String name, String table, ToDoubleFunction<CacheStats> count) {
    return FunctionCounter.builder(
            name,
            cache,
            counted -> count.applyAsDouble(Objects.requireNonNull(counted.stats().get(table))))
        .tag("table", table);
  }
}
