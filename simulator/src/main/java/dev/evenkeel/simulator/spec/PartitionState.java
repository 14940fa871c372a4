package dev.evenkeel.simulator.spec;

/**
 * A partition as it is at the moment.
 *
 * @param partition its number; numbers are never used again
 * @param firstHash where its hash range begins, unsigned; it ends where the next one's begins. Two
 *     that begin alike divide the items of one key.
 * @param readUnitsPerSecond its own read units each second; with adaptive capacity and in on-demand
 *     mode the most that it may take
 * @param writeUnitsPerSecond likewise
 * @param burstReadUnits the read units kept from seconds before
 * @param burstWriteUnits likewise
 * @param storedBytes the stored bytes
 */
public record PartitionState(
    long partition,
    long firstHash,
    double readUnitsPerSecond,
    double writeUnitsPerSecond,
    double burstReadUnits,
    double burstWriteUnits,
    long storedBytes) {}
