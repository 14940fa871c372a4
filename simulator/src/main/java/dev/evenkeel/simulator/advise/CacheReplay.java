package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Replays reads through caches of several sizes, with the defaults of the module {@code caching}:
 * what is read three times in a minute stays for ten seconds, and is read consistently to be kept.
 * What was used longest ago makes room, which keeps less than the cache's own rule does.
 *
 * <p>Items are told apart by 64 bits. Memory is bounded by the largest cache: some 100,000 entries.
 */
final class CacheReplay {
  private static final long ITEM_HEAP_BYTES = 1_200;
  private static final List<Integer> MIB = List.of(1, 4, 16, 64);
  private static final long TIME_TO_LIVE_MILLIS = 10_000;
  private static final long POPULAR_MILLIS = 60_000;
  private static final int POPULAR_AT = 3;
  private static final int COUNTED_MAX = 20_000;

  private final Map<Long, Count> counts = new LinkedHashMap<>(16, 0.75f, true);
  private final List<Memory> sizes = MIB.stream().map(mib -> new Memory((long) mib << 20)).toList();
  private long reads;
  private long halves;

  /** The reads of an item since a time. */
  private static final class Count {
    final long since;
    int reads;

    Count(long since) {
      this.since = since;
    }
  }

  /** An item in memory. */
  private record Kept(long until, long bytes) {}

  /** A cache of some size. */
  private static final class Memory {
    final long bytesMax;
    long hits;
    long halvesSaved;
    private long bytes;
    private final Map<Long, Kept> items = new LinkedHashMap<>(16, 0.75f, true);

    Memory(long bytesMax) {
      this.bytesMax = bytesMax;
    }

    boolean isHit(long item, long millis) {
      Kept kept = items.get(item);
      return kept != null && millis < kept.until();
    }

    void keep(long item, long millis, long itemBytes) {
      remove(item);
      items.put(item, new Kept(millis + TIME_TO_LIVE_MILLIS, itemBytes));
      bytes += itemBytes;
      Iterator<Kept> oldest = items.values().iterator();
      while (bytes > bytesMax && oldest.hasNext()) {
        bytes -= oldest.next().bytes();
        oldest.remove();
      }
    }

    void remove(long item) {
      Kept kept = items.remove(item);
      bytes -= kept == null ? 0 : kept.bytes();
    }
  }

  void add(TraceRecord request, CapacityUnits units) {
    String sortKey = request.sortKey();
    long item =
        Hashing.komihash5_0()
            .hashStream()
            .putString(request.partitionKey())
            .putString(sortKey == null ? "" : sortKey)
            .getAsLong();
    if (request.access().type() == OperationType.WRITE) {
      sizes.forEach(size -> size.remove(item));
    } else if (request.access() == Access.EVENTUAL_READ) {
      read(item, request, units.halves());
    }
  }

  private void read(long item, TraceRecord request, long cost) {
    reads++;
    halves += cost;
    boolean isPopular = isPopular(item, request.atMillis());
    for (Memory size : sizes) {
      if (size.isHit(item, request.atMillis())) {
        size.hits++;
        size.halvesSaved += cost;
      } else if (isPopular) {
        size.halvesSaved -= cost; // it is read consistently, for twice as much
        size.keep(item, request.atMillis(), ITEM_HEAP_BYTES + request.itemBytes());
      }
    }
  }

  private boolean isPopular(long item, long millis) {
    Count known = counts.get(item);
    if (known == null || millis - known.since >= POPULAR_MILLIS) {
      known = new Count(millis);
      counts.put(item, known);
    }
    if (counts.size() > COUNTED_MAX) {
      counts.remove(counts.keySet().iterator().next());
    }
    known.reads++;
    return known.reads >= POPULAR_AT;
  }

  /** What a cache gains, if that is much. */
  Optional<Finding> finding() {
    Memory largest = sizes.get(sizes.size() - 1);
    if (reads < AdvisorRules.REQUESTS_MIN
        || largest.halvesSaved < AdvisorRules.CACHE_SHARE * halves) {
      return Optional.empty();
    }
    int enough =
        IntStream.range(0, sizes.size())
            .filter(i -> sizes.get(i).hits >= AdvisorRules.CACHE_ENOUGH * largest.hits)
            .findFirst()
            .orElseThrow();
    return Optional.of(
        new Finding(
            Kind.CACHEABLE_READS,
            Weight.COST,
            format(
                "of %,d eventually consistent reads, a cache answers %s, and saves %.1f %% of their"
                    + " units",
                reads,
                Sources.list(
                    IntStream.range(0, sizes.size()).boxed().toList(),
                    i ->
                        format(
                            "%.1f %% with %d MiB", 100.0 * sizes.get(i).hits / reads, MIB.get(i))),
                100.0 * sizes.get(enough).halvesSaved / halves),
            format(
                "items that are read %d times in a minute stay for %d seconds; %.0f %% of the units"
                    + " are worth it",
                POPULAR_AT, TIME_TO_LIVE_MILLIS / 1000, 100 * AdvisorRules.CACHE_SHARE),
            Sources.CACHE,
            format(
                "CachingDynamoDbClient with ItemCache.ofBytes(%d << 20), where answers may be some"
                    + " seconds old; sizes are estimates for items of few values.",
                MIB.get(enough))));
  }
}
