package dev.evenkeel.simulator.spec;

import org.jspecify.annotations.Nullable;

/**
 * A second of a table or of an index.
 *
 * @param name of the table or index
 * @param partitions how many it had
 * @param hottest the partition of which most was asked in proportion to what it carries, the first
 *     touched of equals; null if none was asked for anything
 */
public record ResourceSecond(String name, int partitions, @Nullable PartitionHeat hottest) {}
