package dev.evenkeel.simulator.spec.workload;

import dev.evenkeel.simulator.spec.TableSpec;

/**
 * The setting of a comparison: with each key as it is and with each key spread.
 *
 * @param table the same for both
 * @param shards of the second run
 * @param seed draws where keys lie, the same for both, and what is drawn of the workload
 */
public record Scenario(TableSpec table, Shards shards, long seed) {}
