package dev.evenkeel.simulator.advise;

/**
 * The advice on a table.
 *
 * @param sample the part of the table that was read
 * @param advice about it; of items, so without peaks and shards
 */
public record TableAdvice(TableSample sample, Advice advice) {}
