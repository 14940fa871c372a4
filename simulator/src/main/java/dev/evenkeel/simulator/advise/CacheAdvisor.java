package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.advise.CacheAdvice.Size;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replays requests through caches of {@value #SIZES} sizes, from 1 MiB to 1 GiB, each twice the one
 * before, and tells for each table what it would gain. Admission, expiry and counts are the very
 * ones of the module {@code caching}. Its map decides one case in 128 by chance where items make
 * room for others, so numbers may differ a little from one replay to the next.
 *
 * <p>Items are told apart by 64 bits of their keys; where a trace has no sort keys, a key is one
 * item. Memory is bounded: some 25 MB for each table that has many keys, and some 150 bytes for
 * each item in each cache. Requests come in the order of time. No I/O; for use by one thread.
 */
public final class CacheAdvisor {
  /** The number of sizes that are tried. */
  public static final int SIZES = 11;

  /** The number of tables that a trace may name. */
  public static final int TABLES_MAX = 100;

  private static final long MIB = 1L << 20;
  private static final List<Long> REPORTED_SIZES = List.of(MIB, 4 * MIB, 16 * MIB, 64 * MIB);

  private final CachingSpec spec;
  private final Map<@Nullable String, CacheSizes> tables = new LinkedHashMap<>();

  private CacheAdvisor(CachingSpec spec) {
    this.spec = spec;
  }

  private static CachingSpec.Builder spec() {
    return CachingSpec.builder("trace").partitionKey("key");
  }

  /** An advisor for caches with the defaults of a {@code CachingSpec}. */
  public static CacheAdvisor create() {
    return new CacheAdvisor(spec().build());
  }

  /**
   * An advisor for caches with other settings than the defaults, as a {@code CachingSpec} takes
   * them.
   *
   * @param timeToLive the most that an answer may be older than other processes' writes
   * @param reads so many of an item make it popular
   * @param within the time in which they come
   * @throws IllegalArgumentException if one of them is out of bounds
   */
  public static CacheAdvisor with(Duration timeToLive, int reads, Duration within) {
    return new CacheAdvisor(spec().timeToLive(timeToLive).popular(reads, within).build());
  }

  /** The most that an answer is older than other processes' writes. */
  public Duration timeToLive() {
    return spec.timeToLive();
  }

  /** How many reads make an item popular. */
  public int popularAt() {
    return spec.popularAt();
  }

  /** The time in which they come. */
  public Duration popularWithin() {
    return spec.popularWithin();
  }

  /**
   * Adds a request.
   *
   * @throws IllegalArgumentException if it is of one table more than {@link #TABLES_MAX}
   */
  public void add(TraceRecord request) {
    add(request, request.access().units(request.itemBytes()));
  }

  void add(TraceRecord request, CapacityUnits units) {
    CacheSizes sizes = tables.get(request.table());
    if (sizes == null) {
      if (tables.size() == TABLES_MAX) {
        throw new IllegalArgumentException(
            "the trace names more than " + TABLES_MAX + " tables, which is too many to advise on");
      }
      sizes = new CacheSizes(spec);
      tables.put(request.table(), sizes);
    }
    sizes.add(request, units);
  }

  /** The tables so far; one is null where a request has not named its table. */
  public Set<@Nullable String> tables() {
    return tables.keySet();
  }

  /** The advice on all requests so far, for each table that is read, in the order of the trace. */
  public List<CacheAdvice> advice() {
    return tables.entrySet().stream()
        .map(table -> table.getValue().advice(table.getKey()))
        .filter(advice -> advice.reads() > 0)
        .toList();
  }

  /** That a cache would answer many of the reads, for each table of which it is much. */
  List<Finding> findings() {
    return advice().stream().filter(CacheAdvice::isWorthIt).map(this::finding).toList();
  }

  private Finding finding(CacheAdvice advice) {
    Size enough = advice.enough();
    List<Size> reported =
        advice.sizes().stream().filter(size -> REPORTED_SIZES.contains(size.bytesMax())).toList();
    return new Finding(
        Kind.CACHEABLE_READS,
        Weight.COST,
        format(
            "of %,d eventually consistent reads, a cache answers %s, and saves %.1f %% of their"
                + " units",
            advice.reads(),
            Sources.list(
                reported,
                size ->
                    format(
                        "%.1f %% with %d MiB", 100 * advice.hitRatio(size), size.bytesMax() / MIB)),
            100 * enough.unitsSaved() / advice.readUnits()),
        format(
            "items that are read %d times in %d seconds stay for %d seconds; %.0f %% of the"
                + " units are worth it",
            popularAt(),
            popularWithin().toSeconds(),
            timeToLive().toSeconds(),
            100 * AdvisorRules.CACHE_SHARE),
        Sources.CACHE,
        format(
            "CachingDynamoDbClient with ItemCache.ofBytes(%d << 20), where answers may be some"
                + " seconds old; sizes are estimates for items of few values.",
            enough.bytesMax() / MIB));
  }
}
