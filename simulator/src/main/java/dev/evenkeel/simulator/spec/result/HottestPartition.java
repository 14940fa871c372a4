package dev.evenkeel.simulator.spec.result;

/**
 * The partition of which most was asked.
 *
 * @param partition its number
 * @param share the part of all units asked that were asked of it
 * @param meanUse what was asked of it as a part of what it has each second without burst, on
 *     average over the seconds in which anything was
 */
public record HottestPartition(long partition, double share, double meanUse) {}
