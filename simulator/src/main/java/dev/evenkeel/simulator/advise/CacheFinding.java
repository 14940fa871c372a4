package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.CacheAdvice.Size;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import java.util.List;
import java.util.Optional;

/** The finding that a cache would answer many of the reads. */
final class CacheFinding {
  private static final long MIB = 1L << 20;
  private static final List<Long> REPORTED_SIZES = List.of(MIB, 4 * MIB, 16 * MIB, 64 * MIB);

  private CacheFinding() {}

  /** What a cache of a table gains, if that is much. */
  static Optional<Finding> of(CacheAdvisor settings, CacheAdvice advice) {
    if (!advice.isWorthIt()) {
      return Optional.empty();
    }
    Size enough = advice.enough();
    List<Size> reported =
        advice.sizes().stream().filter(size -> REPORTED_SIZES.contains(size.bytesMax())).toList();
    return Optional.of(
        new Finding(
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
                            "%.1f %% with %d MiB",
                            100 * advice.hitRatio(size), size.bytesMax() / MIB)),
                100 * enough.unitsSaved() / advice.readUnits()),
            format(
                "items that are read %d times in %d seconds stay for %d seconds; %.0f %% of the"
                    + " units are worth it",
                settings.popularAt(),
                settings.popularWithin().toSeconds(),
                settings.timeToLive().toSeconds(),
                100 * AdvisorRules.CACHE_SHARE),
            Sources.CACHE,
            format(
                "CachingDynamoDbClient with ItemCache.ofBytes(%d << 20), where answers may be some"
                    + " seconds old; sizes are estimates for items of few values.",
                enough.bytesMax() / MIB)));
  }
}
