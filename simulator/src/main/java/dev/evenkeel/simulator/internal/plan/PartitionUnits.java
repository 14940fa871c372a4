package dev.evenkeel.simulator.internal.plan;

/**
 * A partition and its throughput.
 *
 * @param unitsPerSecond its units each second without burst; if it has none, the units that any
 *     partition carries
 */
public record PartitionUnits(long number, double unitsPerSecond) {}
