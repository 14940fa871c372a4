package dev.evenkeel.simulator.advise;

/**
 * A key with many requests, or many items.
 *
 * @param key its value
 * @param requests how many requests, or items
 * @param share of all requests, or items
 * @param loadShare of all load, where a read unit is a third of a write unit, as in the limits of a
 *     partition; of a table sample, of all bytes
 * @param writes its busiest second for write units
 * @param reads its busiest second for read units
 */
public record HeavyKey(
    String key, Bounds requests, Bounds share, Bounds loadShare, KeyPeak writes, KeyPeak reads) {}
