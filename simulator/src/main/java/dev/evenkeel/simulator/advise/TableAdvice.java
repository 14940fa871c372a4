package dev.evenkeel.simulator.advise;

/**
 * What is to be said of a table.
 *
 * @param sample what was read of it
 * @param advice about it; of items, so without peaks and shards
 */
public record TableAdvice(TableSample sample, Advice advice) {}
