package dev.evenkeel.simulator.advise;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.caching.CacheReplay;
import dev.evenkeel.caching.CacheReplay.Outcome;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.advise.CacheAdvice.Size;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Replays the requests of one table through caches of several sizes. */
final class CacheSizes {
  private static final long BYTES_MIN = 1L << 20;
  private static final double UNITS_OF_HALF = 0.5;

  private final List<Tried> sizes;
  private long reads;
  private long halves;

  /** A cache of some size. */
  private static final class Tried {
    private final long bytesMax;
    private final CacheReplay replay;
    private long hits;
    private long halvesSaved;

    Tried(CachingSpec spec, long bytesMax) {
      this.bytesMax = bytesMax;
      this.replay = CacheReplay.of(spec, bytesMax);
    }

    void read(TraceRecord request, long item, long cost) {
      Outcome outcome = replay.read(request.atMillis(), item, request.itemBytes());
      if (outcome == Outcome.HIT) {
        hits++;
        halvesSaved += cost;
      } else if (outcome == Outcome.FILL) {
        halvesSaved -= cost; // it is read consistently, for twice as much
      }
    }

    Size size() {
      return new Size(bytesMax, replay.bytesHeld(), hits, halvesSaved * UNITS_OF_HALF);
    }
  }

  CacheSizes(CachingSpec spec) {
    this.sizes =
        IntStream.range(0, CacheAdvisor.SIZES)
            .mapToObj(i -> new Tried(spec, BYTES_MIN << i))
            .toList();
  }

  void add(TraceRecord request, CapacityUnits units) {
    if (request.access().type() == OperationType.WRITE) {
      if (reads == 0) {
        return; // nothing is in memory yet
      }
      long item = item(request);
      sizes.forEach(size -> size.replay.write(request.atMillis(), item));
    } else if (request.access() == Access.EVENTUAL_READ) {
      long item = item(request);
      reads++;
      halves += units.halves();
      sizes.forEach(size -> size.read(request, item, units.halves()));
    }
  }

  private static long item(TraceRecord request) {
    String sortKey = request.sortKey();
    return Hashing.komihash5_0()
        .hashStream()
        .putString(request.partitionKey())
        .putString(sortKey == null ? "" : sortKey)
        .getAsLong();
  }

  CacheAdvice advice(@Nullable String table) {
    return new CacheAdvice(
        table, reads, halves * UNITS_OF_HALF, sizes.stream().map(Tried::size).toList());
  }
}
