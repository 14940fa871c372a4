package dev.evenkeel.caching.internal.store;

/**
 * A read on its way that may fill the cache.
 *
 * @param stamp of the item before the read
 * @param since elapsed nanoseconds when it began, from which the time to live counts
 */
public record Reading(
    CachedTable table, ItemKey key, Projection projection, long stamp, long since) {}
