package dev.evenkeel.simulator.spec;

/**
 * A partition as it is at the moment.
 *
 * @param partition its number; numbers are never used again
 * @param firstHash where its hash range begins, unsigned; it ends where the next one's begins. Two
 *     that begin alike divide the items of one key.
 * @param readUnitsPerSecond what it has of its own each second; with adaptive capacity and in
 *     on-demand mode what it may take
 * @param writeUnitsPerSecond likewise
 * @param burstReadUnits what it has kept from seconds before
 * @param burstWriteUnits likewise
 * @param storedBytes what it holds
 */
public record PartitionState(
    long partition,
    long firstHash,
    double readUnitsPerSecond,
    double writeUnitsPerSecond,
    double burstReadUnits,
    double burstWriteUnits,
    long storedBytes) {}
