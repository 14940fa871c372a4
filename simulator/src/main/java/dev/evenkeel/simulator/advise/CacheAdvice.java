package dev.evenkeel.simulator.advise;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cache of a table would gain, by a trace.
 *
 * @param table null if the trace does not name it
 * @param reads the eventually consistent reads, which alone are answered from memory
 * @param readUnits what they cost without a cache
 * @param sizes the caches that were tried, smallest first
 */
public record CacheAdvice(@Nullable String table, long reads, double readUnits, List<Size> sizes) {

  /** Copies the list. */
  public CacheAdvice {
    sizes = List.copyOf(sizes);
  }

  /**
   * A cache of some size.
   *
   * @param bytesMax its bound, as {@code ItemCache.ofBytes} takes it
   * @param bytesHeld the most that it has held: below the bound, nothing had to make room
   * @param hits the reads that it has answered
   * @param unitsSaved the read units that it saves; below 0 where reads that fill it, which are
   *     consistent, cost more
   */
  public record Size(long bytesMax, long bytesHeld, long hits, double unitsSaved) {}

  /** The part of the reads that a cache answers. */
  public double hitRatio(Size size) {
    return reads == 0 ? 0 : (double) size.hits() / reads;
  }

  /** The smallest of the caches that answer the most reads. */
  public Size best() {
    return sizes.stream()
        .max(
            Comparator.comparingLong(Size::hits)
                .thenComparing(Comparator.comparingLong(Size::bytesMax).reversed()))
        .orElseThrow();
  }

  /** The smallest cache that has a hit ratio or more; null if none has. */
  public @Nullable Size reaching(double hitRatio) {
    return sizes.stream().filter(size -> hitRatio(size) >= hitRatio).findFirst().orElse(null);
  }

  /** Whether a cache saves a good part of the read units of a table that is read much. */
  public boolean isWorthIt() {
    return reads >= AdvisorRules.REQUESTS_MIN
        && enough().unitsSaved() >= AdvisorRules.CACHE_SHARE * readUnits;
  }

  /** The smallest cache that has nine tenths of the hits of the best one. */
  public Size enough() {
    double hits = AdvisorRules.CACHE_ENOUGH * best().hits();
    return sizes.stream().filter(size -> size.hits() >= hits).findFirst().orElseThrow();
  }
}
