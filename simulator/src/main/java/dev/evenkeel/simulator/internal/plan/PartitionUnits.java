package dev.evenkeel.simulator.internal.plan;

/**
 * A partition, and what it has.
 *
 * @param unitsPerSecond what it has each second without burst; where that is nothing, what any
 *     partition carries
 */
public record PartitionUnits(long number, double unitsPerSecond) {}
