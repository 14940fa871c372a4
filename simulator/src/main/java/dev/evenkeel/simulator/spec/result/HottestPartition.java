package dev.evenkeel.simulator.spec.result;

/**
 * The partition of which most was asked.
 *
 * @param partition its number
 * @param share the part of all units asked that were asked of it
 * @param meanUse the offered load as a part of its capacity each second without burst, on average
 *     over the seconds in which there was any
 */
public record HottestPartition(long partition, double share, double meanUse) {}
