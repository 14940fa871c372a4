package dev.evenkeel.caching.spec;

/**
 * What a cache has done for one table since it was made. Numbers of one moment, of several threads:
 * they may differ by the reads under way.
 *
 * @param hits reads of an item that were answered from memory
 * @param shared reads that were answered by another caller's, which was under way
 * @param misses reads of popular items that were sent to fill the cache
 * @param unpopular reads of items that were not popular, and were sent as they were
 * @param bypassed reads that are never answered from memory: consistent ones, and those with
 *     credentials or a configuration of their own
 * @param overtaken reads that were not stored because the item was written meanwhile
 * @param evicted items that had to make room
 * @param unitsSaved read units that hits and shared reads would have cost, by the size of what they
 *     answered: a lower bound where callers ask for parts of items
 */
public record CacheStats(
    long hits,
    long shared,
    long misses,
    long unpopular,
    long bypassed,
    long overtaken,
    long evicted,
    double unitsSaved) {

  /** Hits and shared reads among all reads that a cache may answer; 0 if there were none. */
  public double hitRatio() {
    long answered = hits + shared;
    long all = answered + misses + unpopular;
    return all == 0 ? 0 : (double) answered / all;
  }
}
