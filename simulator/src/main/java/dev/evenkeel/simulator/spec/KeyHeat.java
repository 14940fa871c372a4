package dev.evenkeel.simulator.spec;

/**
 * The load on one partition key value in one second.
 *
 * @param partitionKey as text; a number in its shortest form, binary in Base64; {@code (all, by
 *     Scan)} for the even parts of scans
 * @param units read or write units that were asked for
 * @param singleItem whether all of it was for one item, so that shards would not divide it
 */
public record KeyHeat(String partitionKey, double units, boolean singleItem) {}
