package dev.evenkeel.caching.spec;

/**
 * What a cache has done for the items of one table since it was made, or for pages of its queries.
 * Numbers of one moment, of several threads: they may differ by the reads under way.
 *
 * @param hits reads that were answered from memory
 * @param shared reads that were answered by another caller's, which was under way
 * @param remote reads of popular items that the remote tier has answered
 * @param misses reads of what is popular that were sent to fill the cache
 * @param unpopular reads of what was not popular, or did not stay in memory lately, which were sent
 *     as they were
 * @param bypassed reads that are never answered from memory: consistent ones, and those with
 *     credentials or a configuration of their own
 * @param overtaken reads of the misses that were not stored because of a write meanwhile
 * @param evicted items that had to make room
 * @param unitsSaved read units that hits, shared and remote reads would have cost, less those that
 *     reads cost more than without a cache, as they fill it: below 0 where that is more. By the
 *     size of what was answered, which is less than what is paid for where callers ask for parts of
 *     items, or filter
 */
public record CacheStats(
    long hits,
    long shared,
    long remote,
    long misses,
    long unpopular,
    long bypassed,
    long overtaken,
    long evicted,
    double unitsSaved) {

  /**
   * Hits, shared reads and those from the remote tier among all reads that a cache may answer; 0 if
   * there were none.
   */
  public double hitRatio() {
    long answered = hits + shared + remote;
    long all = answered + misses + unpopular;
    return all == 0 ? 0 : (double) answered / all;
  }
}
