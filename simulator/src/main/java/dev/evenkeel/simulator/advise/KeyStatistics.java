package dev.evenkeel.simulator.advise;

/**
 * Statistics of a table's requests.
 *
 * @param requests how many, or how many items of a sample
 * @param writes of these, how many write
 * @param writeUnits their cost in write units
 * @param reads of these, how many read
 * @param readUnits their cost in read units
 * @param firstMillis the time of the first; -1 of a sample
 * @param lastMillis the time of the last; -1 of a sample
 * @param distinctKeys how many different partition keys; the bounds hold with 95 % confidence
 * @param itemBytes of requests, or of items
 * @param keysPerMinute different partition keys of a minute, over minutes with requests
 */
public record KeyStatistics(
    long requests,
    long writes,
    double writeUnits,
    long reads,
    double readUnits,
    long firstMillis,
    long lastMillis,
    Bounds distinctKeys,
    Distribution itemBytes,
    Distribution keysPerMinute) {}
